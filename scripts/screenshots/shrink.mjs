// A picture of a page in 256 colours: a third of the bytes, and no eye tells them apart. Knows the PNGs that Chromium
// writes (eight bits, no interlace), and nothing else.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS_MAX = 256;
/** Nearer than this to one that is kept, a colour is not kept itself, so that there is room for rarer ones. */
const NEAR = 3;
const CHANNELS = { 2: 3, 6: 4 };

export function shrink(png) {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === "IHDR").data;
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), CHANNELS[head[9]]];
  if (channels === undefined || head[8] !== 8 || head[12] !== 0)
    throw new Error("this is no PNG as Chromium writes it");
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const pixels = unfiltered(inflateSync(packed), { width, height, channels });
  const { palette, indexOf } = paletteOf(pixels, channels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = indexOf(colourAt(pixels, (y * width + x) * channels));
  const indexed = Buffer.from(head);
  indexed[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", indexed),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunksOf(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    found.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Each row says how it was made from its neighbours: to the left, above, and above to the left. */
function unfiltered(raw, { width, height, channels }) {
  const stride = width * channels;
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? out[at - channels] : 0;
      const above = y > 0 ? out[at - stride] : 0;
      const corner = x >= channels && y > 0 ? out[at - stride - channels] : 0;
      out[at] = raw[y * (stride + 1) + 1 + x] + GUESSES[filter](left, above, corner);
    }
  }
  return out;
}

const GUESSES = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const middle = left + above - corner;
    const [a, b, c] = [left, above, corner].map((value) => Math.abs(middle - value));
    if (a <= b && a <= c) return left;
    return b <= c ? above : corner;
  },
];

/** The most used colours that differ enough; every other becomes the nearest of them. */
function paletteOf(pixels, channels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [];
  for (const [colour] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    if (palette.length === COLOURS_MAX) break;
    if (palette.every((kept) => distance(kept, colour) > NEAR)) palette.push(colour);
  }
  const nearest = new Map();
  for (const colour of counts.keys()) {
    let best = 0;
    for (const [index, kept] of palette.entries())
      if (distance(kept, colour) < distance(palette[best], colour)) best = index;
    nearest.set(colour, best);
  }
  return { palette, indexOf: (colour) => nearest.get(colour) };
}

const colourAt = (pixels, at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];

function distance(a, b) {
  const of = (shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
  return Math.max(of(16), of(8), of(0));
}
