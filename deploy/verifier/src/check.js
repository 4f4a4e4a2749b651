// What a receipt proves, beside what the player noted and the other receipts that he scanned.
//
// A check: { id, state, code }. state: "holds", "fails", or "open" where something to compare with
// is missing; code: why it fails, as the firmware's ReceiptError has it, and of this page
// "digits-differ", "signature-wrong", "key-unknown", "hands-differ", "histories-differ".

const check = (id, holds, code) => (holds ? { id, state: "holds" } : { id, state: "fails", code });
const open = (id) => ({ id, state: "open" });

// A code as it was noted: no spaces, and the letters that look like digits are digits.
function plain_code(text) {
  const letters = text.toUpperCase().replace(/[\s.·-]/g, "");
  return letters.replace(/O/g, "0").replace(/[IL]/g, "1");
}

// ------------------------------------------------------------------ keys

// The keys of logs in a policy, or in lines of their own; throws Refused "not-a-key" if a line that
// should be a key is none, or if there is no key at all.
async function keys_in(crypto, text) {
  const keys = [];
  for (const line of text.split("\n")) {
    const words = line.trim().split(/\s+/);
    const vkey = words[0] === "log" ? words[1] || "" : words[0];
    if (words[0] === "log" || /^[^#]*\+[0-9a-f]{8}\+/.test(vkey)) keys.push(await key_in(crypto, vkey));
  }
  need(keys.length, "not-a-key");
  return keys;
}

async function key_in(crypto, vkey) {
  const found = /^([!-*,-~]{1,128})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey);
  need(found, "not-a-key");
  const tagged = ASCII(atob(found[3]));
  need(tagged[0] === 1, "not-a-key");
  const id = (await crypto.sha256(joined(ASCII(found[1] + "\n"), tagged))).slice(0, 4);
  need(hex(id) === found[2], "not-a-key");
  return { name: found[1], id, key: tagged.slice(1) };
}

async function check_signature(crypto, { header, checkpoint }, keys) {
  if (!keys.length) return open("signature");
  const known = keys.filter((key) => key.name === header.origin);
  if (!known.length) return check("signature", false, "key-unknown");
  const root = btoa(String.fromCharCode(...checkpoint.root));
  const text = ASCII(`${header.origin}\n${checkpoint.size}\n${root}\n`);
  for (const { id, key } of known) {
    if (!same(id, checkpoint.key_id)) continue;
    if (await crypto.ed25519(key, text, checkpoint.signature)) return check("signature", true);
  }
  return check("signature", false, "signature-wrong");
}

// ------------------------------------------------------------------ one receipt

const check_place = ({ header, checkpoint }) =>
  check("place", checkpoint.size > header.prev_size, "old-checkpoint");

function check_code(found, noted) {
  return noted ? check("code", plain_code(noted) === found.code, "code-differs") : open("code");
}

// Was the commitment known before the digits were? By the commit receipt, or by the noted code.
function check_before({ header }, found, evidence) {
  const commits = evidence.receipts.filter(
    (other) => other.kind === "commit" && same(other.header.bid, header.bid),
  );
  const fields = commits.every((other) => same(other.header.fields, header.fields));
  if (!fields) return check("before", false, "other-batch");
  const root = found.r && commits.every((other) => same(other.r, found.r));
  if (!root) return check("before", false, "not-committed");
  const code = check_code(found, evidence.code);
  if (code.state === "fails") return { ...code, id: "before" };
  return commits.length || evidence.code ? check("before", true) : open("before");
}

function check_digits({ contributions }, { digits, seat }) {
  if (!digits) return open("digits");
  const typed = contributions.map(({ mode, data }) =>
    mode === 1 ? String.fromCharCode(...data) : "",
  );
  const holds = seat === null ? typed.includes(digits) : typed[seat] === digits;
  return check("digits", holds, "digits-differ");
}

const check_draws = (receipt, found) =>
  check("draws", receipt.draws.join() === found.draws.join(), "draws-differ");

const check_cards = (receipt, found) =>
  check("cards", found.commits.every((e, seat) => same(e, receipt.commits[seat])), "cards-differ");

async function check_own(crypto, receipt, found) {
  const { header, h, seat, ids, salt, commits } = receipt;
  const game = GAMES[header.game];
  const possible = ids.every((id) => id < cards_of(game)) && new Set(ids).size === ids.length;
  const committed = await seat_commit(crypto, found.hb, h, seat, salt, ids);
  const whole = seats_dealt(game, found.draws).filter((one) => one === seat).length === ids.length;
  return check("own", possible && whole && same(committed, commits[seat]), "cards-differ");
}

// Draws and cards; open in a game that this page cannot deal.
async function check_deal(crypto, receipt, found) {
  const cards = receipt.kind === "hand" ? "cards" : "own";
  if (!found.draws) return [open("draws"), open(cards)];
  const dealt = cards === "cards" ? check_cards(receipt, found) : await check_own(crypto, receipt, found);
  return [check_draws(receipt, found), dealt];
}

// The open part of a hand: the same in every receipt of that hand.
const open_part = ({ contributions, cuts, a, path, draws, commits }) =>
  joined(seats_bytes(contributions), seats_bytes(cuts), a, ...path, draws, ...commits);

function check_twins(receipt, evidence) {
  const twins = evidence.receipts.filter(
    (other) =>
      other.kind !== "commit" &&
      other.h === receipt.h &&
      same(other.header.bid, receipt.header.bid),
  );
  if (!twins.length) return [];
  const holds = twins.every((twin) => same(open_part(twin), open_part(receipt)));
  return [check("twins", holds, "hands-differ")];
}

// Two receipts of one table that cannot both be true: a log of one size with two roots, or two
// commitments under one name.
function check_history({ kind, header, checkpoint, r }, evidence) {
  const others = evidence.receipts.filter((other) => other.header.origin === header.origin);
  if (!others.length) return [];
  const roots = others.every(
    ({ checkpoint: { size, root } }) => size !== checkpoint.size || same(root, checkpoint.root),
  );
  const rival = (other) =>
    kind === "commit" &&
    other.kind === "commit" &&
    same(other.header.bid, header.bid) &&
    !(same(other.r, r) && same(other.header.fields, header.fields));
  return [check("history", roots && !others.some(rival), "histories-differ")];
}

// evidence: receipts (the others that were scanned), code and digits (as noted, "" if not), seat (0
// to 3 or null), keys. The answer: the receipt, what was found, the checks, and the verdict
// "fails", "partly" (it agrees with itself, but nothing shows that it was fixed before; or this page
// does not know the game) or "holds".
async function judged(crypto, receipt, evidence) {
  const found = await consequences(crypto, receipt);
  const checks = [check_place(receipt)];
  if (receipt.kind === "commit") checks.push(check_code(found, evidence.code));
  else {
    checks.push(check_before(receipt, found, evidence));
    if (found.r) checks.push(check_digits(receipt, evidence), ...(await check_deal(crypto, receipt, found)));
    checks.push(...check_twins(receipt, evidence));
  }
  checks.push(await check_signature(crypto, receipt, evidence.keys));
  checks.push(...check_history(receipt, evidence));
  return { receipt, found, checks, verdict: verdict_of(checks) };
}

function verdict_of(checks) {
  if (checks.some(({ state }) => state === "fails")) return "fails";
  const left = checks.filter(({ state }) => state === "open").map(({ id }) => id);
  return left.every((id) => id === "digits" || id === "signature") ? "holds" : "partly";
}
