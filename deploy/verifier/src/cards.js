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
