// The page: what the player holds, and what it shows of it.

const STORE = "deal1-verifier";
const MOST_KEPT = 200;
const UNBOUND = "";
const MARKS = { holds: "✓", fails: "✗", open: "–", partly: "!" };

// `held`: receipts by their digits, in the order of scanning. `notes`: code, digits and seat, by the
// batch that they are about; those typed before the first scan are under UNBOUND.
const state = { crypto: null, held: new Map(), shown: "", notes: {}, keys: [], film: null, turn: 0 };

const by_id = (id) => document.getElementById(id);

function element(name, classes, ...children) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...children.filter((child) => child !== null));
  return made;
}

// ------------------------------------------------------------------ memory of this phone

function keep() {
  const digits = [...state.held.keys()].slice(-MOST_KEPT);
  const kept = { language, digits, notes: state.notes, key: by_id("key").value };
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // Without storage the page works until it is closed.
  }
}

// Pages from files share one memory in some browsers: whatever lies there may be another's.
function remember() {
  let kept = {};
  try {
    kept = Object(JSON.parse(localStorage.getItem(STORE)));
  } catch {
    // As above.
  }
  language = kept.language === "en" ? "en" : "zh";
  state.notes = Object.fromEntries(Object.entries(Object(kept.notes)).filter(([, note]) => is_note(note)));
  by_id("key").value = is_text(kept.key) ? kept.key : "";
  for (const digits of Array.isArray(kept.digits) ? kept.digits.filter(is_text) : []) {
    try {
      state.held.set(digits, receipt_of(digits));
    } catch {
      // Not a receipt for this version of the page.
    }
  }
}

const is_text = (value) => typeof value === "string";

const is_note = (note) =>
  note && is_text(note.code) && is_text(note.digits) && [null, 0, 1, 2, 3].includes(note.seat);

function forget() {
  state.held.clear();
  state.shown = "";
  state.notes = {};
  by_id("key").value = "";
  state.keys = [];
  fill_notes();
  keep();
  return show();
}

// ------------------------------------------------------------------ what the player noted

function batch_shown() {
  const receipt = state.held.get(state.shown);
  return receipt ? hex(receipt.header.bid) : UNBOUND;
}

function noted() {
  return state.notes[batch_shown()] || { code: "", digits: "", seat: null };
}

function bind_notes() {
  const bid = batch_shown();
  if (bid !== UNBOUND && !state.notes[bid] && state.notes[UNBOUND]) {
    state.notes[bid] = state.notes[UNBOUND];
    delete state.notes[UNBOUND];
  }
}

function fill_notes() {
  const { code, digits, seat } = noted();
  by_id("code").value = code;
  by_id("digits").value = digits;
  by_id("seat").value = seat === null ? "" : String(seat);
}

function take_notes() {
  const seat = by_id("seat").value;
  state.notes[batch_shown()] = {
    code: by_id("code").value.trim(),
    digits: by_id("digits").value.replace(/\s/g, ""),
    seat: seat === "" ? null : Number(seat),
  };
  keep();
  return show();
}

// Takes the keys that the player typed or gave; false if there is none to be read.
async function read_key() {
  const text = by_id("key").value.trim();
  state.keys = [];
  by_id("key_message").textContent = "";
  try {
    if (text) state.keys = await keys_in(state.crypto, text);
  } catch {
    by_id("key_message").textContent = say("key_bad");
  }
  keep();
  await show();
  return state.keys.length > 0;
}

async function take_key(text) {
  by_id("key").value = text.trim();
  const taken = await read_key();
  if (taken) tell("key_read");
  return taken;
}
