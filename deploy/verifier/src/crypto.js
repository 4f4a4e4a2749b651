// Hashes and signatures: from the browser where it offers them, else from `noble`. A page that
// came over plain http has no `crypto.subtle`, and older browsers have no Ed25519.

const ASCII = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const ABC = ASCII("abc");
const ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const SOME_POINT = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const same = (left, right) => hex(left) === hex(right);

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// sha256(bytes), hmac512(key) -> (bytes) -> digest, ed25519(key, text, signature) -> boolean
const portable = {
  name: "noble",
  sha256: async (bytes) => noble.sha256(bytes),
  hmac512: async (key) => async (bytes) => noble.hmac(noble.sha512, key, bytes),
  ed25519: async (key, text, signature) => {
    try {
      return noble.verify(signature, text, key, { zip215: false });
    } catch {
      return false;
    }
  },
};

const built_in = (subtle) => ({
  name: "WebCrypto",
  sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
  hmac512: async (key) => {
    const algorithm = { name: "HMAC", hash: "SHA-512" };
    const held = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
    return async (bytes) => new Uint8Array(await subtle.sign("HMAC", held, bytes));
  },
  ed25519: async (key, text, signature) => {
    try {
      const held = await subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
      return await subtle.verify({ name: "Ed25519" }, held, signature, text);
    } catch {
      return false;
    }
  },
});

// The best that this browser has. Throws if not even SHA-256 of "abc" comes out right.
async function chosen_crypto() {
  const subtle = globalThis.crypto && globalThis.crypto.subtle;
  const found = subtle ? built_in(subtle) : portable;
  if (subtle) {
    try {
      const algorithm = { name: "Ed25519" };
      await subtle.importKey("raw", unhex(SOME_POINT), algorithm, false, ["verify"]);
    } catch {
      found.ed25519 = portable.ed25519;
      found.name = "WebCrypto + noble";
    }
  }
  if (hex(await found.sha256(ABC)) !== ABC_SHA256) throw new Error("SHA-256 is wrong here");
  return found;
}
