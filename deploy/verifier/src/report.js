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
