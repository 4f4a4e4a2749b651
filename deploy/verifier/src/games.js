// The games that this page can deal again (`deal1` §2), as data: a new one is a row of GAMES, and
// its words.

const RANKS = "23456789TJQKA";
const SUITS = "SHCD";
const PACK = [...[...RANKS].flatMap((rank) => [...SUITS].map((suit) => suit + rank)), "LJ", "BJ"];
const TILES = [..."sb"].flatMap((size) => Array.from({ length: 10 }, (_, at) => size + (at + 1)));

// faces, copies: what the deck is made of; `beside`: ids of one face are neighbours, else one pack
// follows the other. draws: label and number of outcomes of each. Position p of the shuffled deck
// goes to seat `from + step * p`, counted round the `players`; `from` is the label of a draw, or
// seat 0. Only `dealt` positions are: the rest, if any, is the pile, which stands for the fourth
// seat. `moves`: people may change places after the deal.
const ROUND = { from: null, step: 1, players: 4, moves: false, beside: false };
const SHUANGKOU = {
  ...ROUND,
  faces: PACK,
  copies: 2,
  draws: [["start", 4], ["flip", 52]],
  from: "start",
  dealt: 108,
  moves: true,
};
const GAMES = {
  __proto__: null,
  "chinpok/1": { ...ROUND, faces: PACK, copies: 2, draws: [["trump", 13], ["leader", 4]], dealt: 108 },
  "shuangkou-baibian/1": SHUANGKOU,
  "shuangkou-qianbian/1": SHUANGKOU,
  "sanchazi/1": {
    ...ROUND,
    faces: PACK,
    copies: 3,
    draws: [["start", 4], ["flip1", 162], ["flip2", 161]],
    from: "start",
    step: -1,
    dealt: 162,
    moves: true,
  },
  "paohuzi/1": {
    ...ROUND,
    faces: TILES,
    copies: 4,
    beside: true,
    draws: [["dealer", 3]],
    players: 3,
    dealt: 60,
  },
};
const PILE = 3;

const cards_of = (game) => game.faces.length * game.copies;

const face_of = (game, id) =>
  game.faces[game.beside ? Math.floor(id / game.copies) : id % game.faces.length];

// The value of a draw by its label, undefined if the game has none so called.
const value_drawn = (game, draws, label) => draws[game.draws.findIndex(([name]) => name === label)];

// Who is dealt each position, PILE for those that nobody is.
function seats_dealt(game, draws) {
  const first = game.from ? value_drawn(game, draws, game.from) : 0;
  const seat = (position) => {
    if (position >= game.dealt) return PILE;
    const turned = (first + game.step * position) % game.players;
    return turned < 0 ? turned + game.players : turned;
  };
  return Array.from({ length: cards_of(game) }, (_, position) => seat(position));
}

// The position that the draw `flip1` or `flip2` names: the second is never that of the first.
function flipped(game, draws, label) {
  const value = value_drawn(game, draws, label);
  return label === "flip2" && value >= value_drawn(game, draws, "flip1") ? value + 1 : value;
}

// Who was dealt the face that the draw `flip` names, in deal order.
function holders(game, draws, deck) {
  const called = game.faces[value_drawn(game, draws, "flip")];
  const seats = seats_dealt(game, draws);
  return seats.filter((_, position) => face_of(game, deck[position]) === called);
}
