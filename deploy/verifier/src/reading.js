// From a picture, the camera or a text to the digits of a receipt.

const WIDEST = [1000, 1600, 640, 2600];
const TOKEN = /^(?:https?:\/\/[!-~]+#|#)?([1-9][0-9]*)$/;

// The digits of every receipt in a text: one a line or word, perhaps after an address that ends in
// `#`; or one receipt alone, broken over several lines.
function digits_in(text) {
  const words = text.split(/\s+/).filter(Boolean);
  const found = words.map((word) => TOKEN.exec(word));
  const long = found.every((match) => match && match[1].length > 300);
  if (long) return found.map((match) => match[1]);
  const one = TOKEN.exec(words.join(""));
  return one ? [one[1]] : [];
}

async function detector() {
  if (!("BarcodeDetector" in globalThis)) return null;
  try {
    const formats = await BarcodeDetector.getSupportedFormats();
    return formats.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

// What the code in a picture says, "" if there is none. `source` is anything that can be drawn.
async function scanned(source, width, height, widths) {
  const native = await detector();
  if (native) {
    try {
      const codes = await native.detect(source);
      if (codes.length) return codes[0].rawValue;
    } catch {
      // Some browsers have the detector and refuse to work: the bundled one does.
    }
  }
  for (const widest of widths) {
    const pixels = drawn(source, width, height, widest);
    const code = jsQR(pixels.data, pixels.width, pixels.height);
    if (code) return code.data;
  }
  return "";
}

function drawn(source, width, height, widest) {
  const scale = Math.min(1, widest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function picture(file) {
  if (globalThis.createImageBitmap) {
    try {
      return await createImageBitmap(file);
    } catch {
      return null;
    }
  }
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = URL.createObjectURL(file);
  });
}

// What a file that the player gave says: the code in a picture, or the text itself. A text is never
// longer than a policy or a few receipts.
async function text_of(file) {
  try {
    if (!file.type.startsWith("image/")) return file.size > 1e6 ? "" : await file.text();
    const image = await picture(file);
    return image ? await scanned(image, image.width, image.height, WIDEST) : "";
  } catch {
    return ""; // It cannot be read, is a folder, or has no size.
  }
}

const has_camera = () => Boolean(navigator.mediaDevices && navigator.mediaDevices.getUserMedia);

// Films until `seen(text)` is true or `stop()` of the answer is called. Throws what the browser
// throws when the player or the system refuses the camera.
async function filming(video, seen) {
  const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
  const film = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  let running = true;
  const stop = () => {
    running = false;
    film.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
  };
  const look = async () => {
    if (!running) return;
    const { videoWidth: width, videoHeight: height } = video;
    const text = width ? await scanned(video, width, height, [1000]) : "";
    if (running && text && (await seen(text))) stop();
    else setTimeout(look, 120);
  };
  video.srcObject = film;
  await video.play();
  look();
  return stop;
}
