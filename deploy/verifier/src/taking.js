// ------------------------------------------------------------------ taking receipts

function tell(key) {
  by_id("message").textContent = key ? say(key) : "";
  by_id("message").className = key === "key_read" ? "good" : "";
}

// Says what is wrong. The answer for an earlier receipt must not stand under it.
async function refuse(key) {
  state.shown = "";
  fill_notes();
  await show();
  tell(key);
  by_id("scan").scrollIntoView({ block: "start" });
  return false;
}

// Takes what was scanned, pasted or in a file; true if there was a receipt or a key in it.
async function take(text) {
  const found = digits_in(text);
  if (!found.length) return /\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}/.test(text) ? take_key(text) : refuse("nothing");
  tell("");
  for (const digits of found) {
    try {
      state.held.set(digits, receipt_of(digits));
      state.shown = digits;
    } catch {
      return refuse("not_a_receipt");
    }
  }
  bind_notes();
  fill_notes();
  keep();
  await show();
  by_id("result").scrollIntoView({ block: "start" });
  return true;
}

async function take_files(files) {
  for (const file of files) await take(await text_of(file));
}

async function start_camera() {
  tell("");
  by_id("film").hidden = false;
  try {
    state.film = await filming(by_id("video"), async (text) => {
      const taken = await take(text);
      by_id("film").hidden = taken;
      return taken;
    });
  } catch {
    stop_camera();
    tell("camera_refused");
  }
}

function stop_camera() {
  if (state.film) state.film();
  state.film = null;
  by_id("film").hidden = true;
}
