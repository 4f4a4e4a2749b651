// ------------------------------------------------------------------ the rest of the page

function show_held() {
  const held = by_id("held");
  held.hidden = state.held.size === 0;
  const buttons = [...state.held].reverse().map(([digits, receipt]) => {
    const button = element("button", digits === state.shown ? "shown" : "", label_of(receipt));
    button.type = "button";
    button.addEventListener("click", () => select(digits));
    return button;
  });
  const away = element("button", "", say("forget"));
  away.type = "button";
  away.addEventListener("click", forget);
  const list = element("div", "buttons", ...buttons);
  held.replaceChildren(element("h2", "", say("held")), list, element("p", "", away));
}

async function select(digits) {
  state.shown = digits;
  fill_notes();
  await show();
  by_id("result").scrollIntoView({ block: "start" });
}

function speak() {
  document.documentElement.lang = say("lang");
  document.title = say("title");
  by_id("language").textContent = say("other_language");
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = say(each.dataset.say);
  for (const [list, key] of [["steps", "steps"], ["limits", "limit"]]) {
    by_id(list).replaceChildren(...say(key).map((text) => element("li", "", text)));
  }
  const seats = ["", 0, 1, 2, 3].map((seat) => {
    const option = element("option", "", seat === "" ? say("any_seat") : say("seats")[seat]);
    option.value = String(seat);
    return option;
  });
  by_id("seat").replaceChildren(...seats);
  tell("");
  by_id("key_message").textContent = "";
  fill_notes();
}

async function turn_language() {
  language = language === "zh" ? "en" : "zh";
  speak();
  keep();
  await show();
}

function listen() {
  const on = (id, kind, act) => by_id(id).addEventListener(kind, act);
  on("language", "click", turn_language);
  on("camera", "click", start_camera);
  on("stop", "click", stop_camera);
  for (const id of ["file", "texts"]) {
    on(id, "change", async (event) => {
      await take_files([...event.target.files]);
      event.target.value = "";
    });
  }
  on("read", "click", () => take(by_id("pasted").value));
  for (const id of ["code", "digits", "seat"]) on(id, "input", take_notes);
  on("key", "input", read_key);
  window.addEventListener("hashchange", take_address);
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    return take_files([...event.dataTransfer.files]);
  });
}

async function take_address() {
  const fragment = location.hash.slice(1);
  if (fragment) await take(fragment);
}

async function begin() {
  state.crypto = await chosen_crypto();
  remember();
  speak();
  by_id("engine").textContent = state.crypto.name;
  by_id("camera").hidden = !has_camera();
  by_id("no_camera").hidden = has_camera();
  listen();
  await read_key();
  await take_address();
  show_held();
  document.documentElement.dataset.ready = "yes";
}

begin().catch(() => {
  document.documentElement.className = "too-old";
});
