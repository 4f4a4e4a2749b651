// `deal1`: a receipt's bytes, and everything that follows from them. No page, no words.

const LONGEST_PATH = 8;
const MOST_DIGITS = 4000;
const KINDS = { 1: "commit", 2: "hand", 3: "seat" };
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
// Bytes that a contribution may have, least and most, by mode: nothing, digits, touch, device, beacon.
const DATA_SIZES = { 0: [0, 0], 1: [6, 20], 2: [16, 16], 3: [16, 64], 4: [40, 40] };

// `code` as the firmware's ReceiptError has it: "not-a-receipt"; or "not-a-key".
class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

function need(holds, code = "not-a-receipt") {
  if (!holds) throw new Refused(code);
}

// ------------------------------------------------------------------ bytes

const tag = (name) => ASCII("deal1/" + name + "\0");

function number(value, size) {
  const bytes = new Uint8Array(size);
  let rest = BigInt(value);
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

const prefixed = (bytes) => joined(number(bytes.length, 2), bytes);

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(size) {
    need(this.at + size <= this.bytes.length);
    this.at += size;
    return this.bytes.slice(this.at - size, this.at);
  }

  number(size) {
    return this.take(size).reduce((value, byte) => value * 256 + byte, 0);
  }

  big(size) {
    return BigInt("0x" + hex(this.take(size)));
  }

  prefixed() {
    return this.take(this.number(2));
  }

  text() {
    const text = String.fromCharCode(...this.prefixed());
    need(/^[ -~]{1,64}$/.test(text));
    return text;
  }
}

// The bytes 0x01 || payload that `digits` stand for, without the 0x01.
function payload_of(digits) {
  need(/^[1-9][0-9]*$/.test(digits) && digits.length <= MOST_DIGITS);
  const text = BigInt(digits).toString(16);
  const bytes = unhex(text.length % 2 ? "0" + text : text);
  need(bytes[0] === 1);
  return bytes.slice(1);
}

// ------------------------------------------------------------------ receipts

function read_header(reader) {
  const start = reader.at;
  const origin = reader.text();
  const bid = reader.take(16);
  const prev_size = reader.big(8);
  const prev_root = reader.take(32);
  const n = reader.number(2);
  need(n >= 1 && n <= 256);
  const game = reader.text();
  const fields = reader.bytes.slice(start, reader.at);
  return { origin, bid, prev_size, prev_root, n, game, fields };
}

function read_seats(reader) {
  const given = [];
  for (let seat = 0; seat < 4; seat++) {
    const from = reader.at;
    const mode = reader.number(1);
    const data = reader.prefixed();
    given.push({ mode, data, encoded: reader.bytes.slice(from, reader.at) });
  }
  return given;
}

function check_contributions(given) {
  for (const { mode, data } of given) {
    const sizes = DATA_SIZES[mode];
    need(sizes && data.length >= sizes[0] && data.length <= sizes[1]);
    need(mode !== 1 || data.every((byte) => byte >= 48 && byte <= 57));
  }
}

function read_checkpoint(reader) {
  const size = reader.big(8);
  const root = reader.take(32);
  const key_id = reader.take(4);
  const signature = reader.take(64);
  need(reader.at === reader.bytes.length);
  return { size, root, key_id, signature };
}

function read_own(reader) {
  const cs = reader.take(32);
  const seat = reader.number(1);
  need(seat < 4);
  const ids = Array.from(reader.take(reader.number(1)));
  return { cs, seat, ids, salt: reader.take(32) };
}

function read_path(reader) {
  const length = reader.number(1);
  need(length <= LONGEST_PATH);
  return Array.from({ length }, () => reader.take(32));
}

// The receipt in a payload; throws Refused for any other bytes.
function read_receipt(bytes) {
  const reader = new Reader(bytes);
  need(reader.number(1) === 1);
  const kind = KINDS[reader.number(1)];
  need(kind);
  const header = read_header(reader);
  if (kind === "commit") {
    const r = reader.take(32);
    return { kind, header, r, checkpoint: read_checkpoint(reader) };
  }
  const contributions = read_seats(reader);
  check_contributions(contributions);
  const h = reader.number(2);
  need(h < header.n);
  const cuts = read_seats(reader);
  const a = reader.take(32);
  const secret = kind === "hand" ? { s: reader.take(96) } : read_own(reader);
  const path = read_path(reader);
  const draws = Array.from(reader.take(reader.number(1)));
  const commits = Array.from({ length: 4 }, () => reader.take(32));
  const checkpoint = read_checkpoint(reader);
  return { kind, header, contributions, h, cuts, a, ...secret, path, draws, commits, checkpoint };
}

const receipt_of = (digits) => read_receipt(payload_of(digits));

// ------------------------------------------------------------------ the commitment

const batch_hash = (crypto, header) => crypto.sha256(joined(tag("batch"), header.fields));

const commitment = (crypto, hb, r) => crypto.sha256(joined(tag("root"), hb, r));

// B as people compare it: its first 130 bits as 26 characters.
function code_of(b) {
  const bits = BigInt("0x" + hex(b.slice(0, 17))) >> 6n;
  let code = "";
  for (let shift = 125n; shift >= 0n; shift -= 5n) code += CROCKFORD[Number((bits >> shift) & 31n)];
  return code;
}

async function leaf_of(crypto, hb, receipt) {
  const at = joined(hb, number(receipt.h, 2));
  const ca = await crypto.sha256(joined(tag("ca"), at, receipt.a));
  const cs = receipt.cs || (await crypto.sha256(joined(tag("cs"), at, receipt.s)));
  return joined(ca, cs);
}

// The root (RFC 6962) to which `path` leads from leaf `index` of `size`; null if its length is not
// that of such a leaf.
async function root_from(crypto, leaf, index, size, path) {
  if (size === 1) return path.length ? null : crypto.sha256(joined([0], leaf));
  if (!path.length) return null;
  let split = 1;
  while (split * 2 < size) split *= 2;
  const rest = path.slice(0, -1);
  const left = index < split;
  const below = left
    ? await root_from(crypto, leaf, index, split, rest)
    : await root_from(crypto, leaf, index - split, size - split, rest);
  if (!below) return null;
  const other = path[path.length - 1];
  return crypto.sha256(left ? joined([1], below, other) : joined([1], other, below));
}

// ------------------------------------------------------------------ the hand

const seats_bytes = (given) =>
  joined(...given.flatMap((each, seat) => [number(seat, 1), each.encoded]));

const mixed = (crypto, b, contributions) =>
  crypto.sha256(joined(tag("contrib"), b, seats_bytes(contributions)));

function check_cuts(cuts, cards) {
  for (const { mode, data } of cuts) {
    const text = String.fromCharCode(...data);
    if (mode === 0) need(text === "");
    else need(mode === 1 && /^(0|[1-9][0-9]{0,2})$/.test(text) && Number(text) < cards);
  }
}

const hand_hash = (crypto, b, k, h, cuts) =>
  crypto.sha256(joined(tag("hand"), b, k, number(h, 2), seats_bytes(cuts)));

// The bytes of stream(key, label) one after another; `used` counts those taken.
async function stream(crypto, key, label, t) {
  const hmac = await crypto.hmac512(key);
  const head = joined(tag("draw"), prefixed(ASCII(label)), t);
  let block;
  const source = {
    used: 0,
    next: async () => {
      const at = source.used % 64;
      if (at === 0) block = await hmac(joined(head, number(source.used / 64, 4)));
      source.used += 1;
      return block[at];
    },
  };
  return source;
}

async function uniform(n, source) {
  const limit = 256 - (256 % n);
  let byte;
  do byte = await source.next();
  while (byte >= limit);
  return byte % n;
}

async function draws_of(crypto, a, t, game) {
  const values = [];
  for (const [label, n] of game.draws) {
    values.push(await uniform(n, await stream(crypto, a, label, t)));
  }
  return values;
}

async function deck_of(crypto, s, t, game) {
  const source = await stream(crypto, s, "deck", t);
  const deck = Array.from({ length: cards_of(game) }, (_, id) => id);
  for (let place = deck.length - 1; place > 0; place--) {
    const other = await uniform(place + 1, source);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return { deck, used: source.used };
}

function seat_commit(crypto, hb, h, seat, salt, ids) {
  return crypto.sha256(joined(tag("seat"), hb, number(h, 2), number(seat, 1), salt, ids));
}

// Cards, salts and seat commitments of all four, from the revealed secret.
async function dealt(crypto, hb, h, t, s, game, draws) {
  const { deck, used } = await deck_of(crypto, s, t, game);
  const hands = [[], [], [], []];
  seats_dealt(game, draws).forEach((seat, position) => hands[seat].push(deck[position]));
  const hmac = await crypto.hmac512(s);
  const salts = [];
  const commits = [];
  for (let seat = 0; seat < 4; seat++) {
    const salt = (await hmac(joined(tag("salt"), t, number(seat, 1)))).slice(0, 32);
    salts.push(salt);
    commits.push(await seat_commit(crypto, hb, h, seat, salt, hands[seat]));
  }
  return { deck, used, hands, salts, commits };
}

// Everything that follows from a receipt, without judging it: hb, r, b, code; for a hand leaf and k;
// in a game of this page t and draws; and with the revealed secret deck, used, hands, salts, commits.
// `r` is null where the path cannot be one of the batch.
async function consequences(crypto, receipt) {
  const { header } = receipt;
  const hb = await batch_hash(crypto, header);
  if (receipt.kind === "commit") {
    const b = await commitment(crypto, hb, receipt.r);
    return { hb, r: receipt.r, b, code: code_of(b) };
  }
  const game = GAMES[header.game];
  if (game) check_cuts(receipt.cuts, cards_of(game));
  const leaf = await leaf_of(crypto, hb, receipt);
  const r = await root_from(crypto, leaf, receipt.h, header.n, receipt.path);
  if (!r) return { hb, leaf, r };
  const b = await commitment(crypto, hb, r);
  const k = await mixed(crypto, b, receipt.contributions);
  const known = { hb, leaf, r, b, code: code_of(b), k };
  if (!game) return known;
  const t = await hand_hash(crypto, b, k, receipt.h, receipt.cuts);
  const draws = await draws_of(crypto, receipt.a, t, game);
  const rest = receipt.s ? await dealt(crypto, hb, receipt.h, t, receipt.s, game, draws) : {};
  return { ...known, t, draws, ...rest };
}
