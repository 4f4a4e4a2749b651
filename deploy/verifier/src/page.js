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

// ------------------------------------------------------------------ showing

function evidence() {
  const others = [...state.held].filter(([digits]) => digits !== state.shown);
  return { ...noted(), receipts: others.map(([, receipt]) => receipt), keys: state.keys };
}

const label_of = (receipt) =>
  say(`kind.${receipt.kind}`) +
  (receipt.kind === "commit"
    ? ""
    : " · " + filled(say("of_hand"), { hand: receipt.h + 1, n: receipt.header.n }));

// Judging takes time, and the player may type on: only the newest answer is shown.
async function show() {
  const turn = ++state.turn;
  const receipt = state.held.get(state.shown);
  if (by_id("result").dataset.of !== state.shown) by_id("result").hidden = true;
  const parts = receipt ? await parts_shown(receipt) : [];
  if (turn !== state.turn) return;
  by_id("result").hidden = !receipt;
  by_id("result").dataset.of = state.shown;
  by_id("result").replaceChildren(...parts);
  show_held();
}

async function parts_shown(receipt) {
  try {
    return report_shown(await judged(state.crypto, receipt, evidence()));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [verdict_shown("fails", label_of(receipt), say("not_a_receipt"))];
  }
}

function mark(verdict) {
  const made = element("span", "mark");
  made.dataset.mark = MARKS[verdict];
  made.setAttribute("aria-hidden", "true");
  return made;
}

function verdict_shown(verdict, what, means) {
  const head = element("h2", "", mark(verdict), say(`verdict.${verdict}`));
  const card = element("div", `verdict ${verdict}`, element("p", "what", what), head, element("p", "", means));
  card.id = "verdict";
  card.dataset.verdict = verdict;
  if (verdict === "holds") card.append(element("p", "quiet", say("but")));
  return card;
}

const meaning = (kind, verdict) => (verdict === "fails" ? say("failed") : say(`means.${kind}.${verdict}`));

// What the words about a hand name: how many cards, and what was drawn.
function values_of({ header, ids }) {
  const game = GAMES[header.game];
  if (!game) return {};
  const words = say(`games.${header.game}`);
  return { cards: cards_of(game), own: ids ? ids.length : 0, drawn: words.drawn };
}

function report_shown({ receipt, found, checks, verdict }) {
  const known = receipt.kind === "commit" || found.draws || verdict === "fails";
  const values = values_of(receipt);
  const means = filled(known ? meaning(receipt.kind, verdict) : say("other_game"), values);
  const card = verdict_shown(verdict, label_of(receipt), means);
  if (verdict !== "holds") card.append(notes_button());
  return [
    card,
    ...warnings(receipt),
    element("h2", "", say("proves")),
    element("ul", "checks", ...checks.map((each) => check_shown(each, values))),
    ...hands_shown(receipt, found),
    element("h2", "", say("facts")),
    facts_shown(receipt, found),
    raw_shown(receipt, found),
  ];
}

function notes_button() {
  const button = element("button", "", say("fill_in"));
  button.type = "button";
  button.addEventListener("click", () => by_id("code").focus());
  return element("p", "", button);
}

function warnings({ header, contributions }) {
  const shown = [];
  if (header.origin.includes("simulated")) shown.push("simulated");
  if (contributions && contributions.every(({ mode }) => mode === 0)) shown.push("nobody");
  return shown.map((key) => element("p", "warning", say(key)));
}

function check_shown({ id, state: outcome, code }, values) {
  const words = say(`check.${id}`);
  const text = filled(words[code] || words[outcome], values);
  const line = element("li", outcome, mark(outcome), element("b", "", words.name), element("span", "say", text));
  line.dataset.check = id;
  line.dataset.state = outcome;
  return line;
}

const digits_of = ({ mode, data }) => {
  if (mode === 0) return say("nothing_given");
  const typed = mode === 1 ? String.fromCharCode(...data) : hex(data);
  return mode === 1 ? typed : `${say(`modes.${mode}`)} ${typed}`;
};

const by_seat = (given) =>
  element("div", "", ...given.map((each, seat) => element("div", "", `${say("seats")[seat]} ${digits_of(each)}`)));

function listed(pairs, classes) {
  return element("dl", classes, ...pairs.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
}

function code_shown(code) {
  return element("p", "code", ...code.match(/.{1,5}/g).map((group) => element("span", "", group)));
}

function facts_shown(receipt, found) {
  const { header } = receipt;
  const named = GAMES[header.game] ? `${say(`games.${header.game}`).name} (${header.game})` : header.game;
  const pairs = [[say("table"), header.origin], [say("game"), named]];
  if (receipt.kind === "commit") pairs.push([say("hands"), String(header.n)]);
  else {
    pairs.push([say("hand"), `${receipt.h + 1}/${header.n}`]);
    if (found.draws) pairs.push(...draws_shown(receipt, found));
    pairs.push([say("given"), by_seat(receipt.contributions)]);
    if (receipt.cuts.some(({ mode }) => mode)) pairs.push([say("cuts"), by_seat(receipt.cuts)]);
  }
  if (found.code) pairs.push([say("check.code.name"), code_shown(found.code)]);
  return listed(pairs, "");
}

// ------------------------------------------------------------------ what was drawn

const seat_name = (seat) => say("seats")[seat] || "?";

function dealt_to(first, other) {
  const key = other === undefined ? "dealt_to" : other === first ? "both_to" : "two_to";
  return filled(say(key), { seat: seat_name(first), other: seat_name(other) });
}

// How a draw is told, by its label. `deck` is known once the hand is open.
const TOLD = {
  trump: (value) => rank_shown(RANKS[value] || "?"),
  leader: seat_name,
  start: seat_name,
  dealer: seat_name,
  flip: (value, { game, draws }, deck) => [
    card_shown(game.faces[value]),
    deck ? " " + dealt_to(...holders(game, draws, deck)) : "",
  ],
  flip1: (value, deal, deck) => flip_told("flip1", deal, deck),
  flip2: (value, deal, deck) => flip_told("flip2", deal, deck),
};

function flip_told(label, { game, draws }, deck) {
  const position = flipped(game, draws, label);
  const where = filled(say("at_position"), { position: position + 1 });
  const card = deck ? [card_shown(face_of(game, deck[position])), " "] : [];
  return [...card, where + dealt_to(seats_dealt(game, draws)[position])];
}

// The draws of the receipt; where they are not those of the deal, the check of them says so.
function draws_shown({ header, draws }, { deck }) {
  const game = GAMES[header.game];
  return game.draws.map(([label, n], at) => {
    const { name, note } = say(`draw.${label}`);
    const told = draws[at] < n ? TOLD[label](draws[at], { game, draws }, deck) : "?";
    return [name, element("span", "", ...[told].flat(), note || "")];
  });
}

function raw_shown({ header, checkpoint, a, s }, found) {
  const { hb, r, b, k, t } = found;
  const bytes = { bid: header.bid, HB: hb, R: r, B: b, K: k, T: t, A: a, S: s };
  bytes["log root"] = checkpoint.root;
  bytes["key id"] = checkpoint.key_id;
  bytes.signature = checkpoint.signature;
  const pairs = Object.entries(bytes).filter(([, value]) => value);
  const shown = pairs.map(([name, value]) => [name, hex(value)]);
  shown.push(["log size", String(checkpoint.size)]);
  return element("details", "", element("summary", "", say("raw")), listed(shown, "raw"));
}

// ------------------------------------------------------------------ cards

const SYMBOLS = { S: "♠", H: "♥", C: "♣", D: "♦" };

const rank_shown = (rank) => (rank === "T" ? "10" : rank);

const RED_POINTS = ["2", "7", "10"];
const CHARACTERS = { s: "一二三四五六七八九十", b: "壹贰叁肆伍陆柒捌玖拾" };

const is_tile = (face) => face[0] in CHARACTERS;

// `above`: the rank that goes before the ace.
function value_of(card, above) {
  if (card === "BJ") return 17;
  if (card === "LJ") return 16;
  return card[1] === above ? 15 : RANKS.indexOf(card[1]);
}

function tile_shown(face) {
  const point = face.slice(1);
  const red = RED_POINTS.includes(point) ? " red" : "";
  return element("span", `card tile${red}`, CHARACTERS[face[0]][point - 1]);
}

function card_shown(card, trump) {
  if (is_tile(card)) return tile_shown(card);
  const joker = say("jokers")[card];
  const red = joker ? card === "BJ" : "HD".includes(card[0]);
  const classes = `card${red ? " red" : ""}${card[1] === trump ? " trump" : ""}`;
  return element("span", classes, joker || SYMBOLS[card[0]] + rank_shown(card[1]));
}

// High cards first, as they are held; of tiles the small ones, then the big ones.
function in_order(faces, above) {
  if (faces.every(is_tile)) return faces.sort((x, y) => TILES.indexOf(x) - TILES.indexOf(y));
  const suit = (card) => SUITS.indexOf(card[0]);
  return faces.sort((x, y) => value_of(y, above) - value_of(x, above) || suit(x) - suit(y));
}

function cards_shown(game, seat, ids, draws) {
  const faces = ids.filter((id) => id < cards_of(game)).map((id) => face_of(game, id));
  const trump = RANKS[value_drawn(game, draws, "trump")];
  const shown = is_pile(game, seat) ? faces : in_order(faces, trump || "2");
  return element("div", "cards", ...shown.map((card) => card_shown(card, trump)));
}

const is_pile = (game, seat) => seat >= game.players;

function hands_shown(receipt, found) {
  if (!found.draws) return [];
  const game = GAMES[receipt.header.game];
  const whole = receipt.kind === "hand";
  const hands = whole ? [...found.hands.entries()] : [[receipt.seat, receipt.ids]];
  const own = whole ? (game.moves ? null : noted().seat) : receipt.seat;
  hands.sort(([x], [y]) => (y === own) - (x === own) || x - y);
  const shown = hands.map(([seat, ids]) => hand_shown(game, seat, ids, receipt.draws, seat === own));
  return game.moves ? [element("p", "quiet", say("moves")), ...shown] : shown;
}

function hand_shown(game, seat, ids, draws, mine) {
  const pile = is_pile(game, seat);
  const name = pile ? say("pile") : filled(say("whose"), { seat: seat_name(seat) });
  const own = mine && !pile;
  const head = element("h3", "", name + (own ? say("mine") : ""));
  const note = pile ? say("pile_note") : own ? say("compare") : "";
  const quiet = note ? element("p", "quiet", note) : null;
  return element("div", own ? "hand mine" : "hand", head, quiet, cards_shown(game, seat, ids, draws));
}

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
