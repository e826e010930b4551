/**
 * Creates the photograph of the "Photo quote" starter: misty mountains at dusk. It is computed from noise, so the image
 * has no copyright of others. Writes it as a data URI into the template:
 *
 *   node examples/photo-quote/make-photo.mjs
 */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const SIZE = 1080;
const TEMPLATE = new URL("template.json", import.meta.url);

/** From the zenith to the horizon. */
const SKY = [
  { at: 0, color: [20, 24, 54] },
  { at: 0.14, color: [34, 35, 74] },
  { at: 0.28, color: [58, 50, 98] },
  { at: 0.4, color: [96, 66, 116] },
  { at: 0.5, color: [146, 88, 124] },
  { at: 0.59, color: [204, 118, 118] },
  { at: 0.67, color: [244, 168, 126] },
  { at: 0.76, color: [255, 214, 164] },
];
const SUN = { x: 0.64, y: 0.655, color: [255, 232, 190] };

/** Ridges from far to near: their place, roughness and color, and the mist at their foot. */
const RIDGES = [
  { base: 0.66, height: 0.09, scale: 2.9, seed: 11, color: [206, 138, 136], mist: 0.72, trees: 0 },
  { base: 0.7, height: 0.15, scale: 2.3, seed: 23, color: [164, 108, 126], mist: 0.72, trees: 0 },
  { base: 0.755, height: 0.18, scale: 1.9, seed: 38, color: [118, 84, 116], mist: 0.66, trees: 0 },
  { base: 0.81, height: 0.19, scale: 1.6, seed: 52, color: [76, 62, 98], mist: 0.56, trees: 0.003 },
  { base: 0.866, height: 0.16, scale: 1.4, seed: 67, color: [42, 40, 72], mist: 0.4, trees: 0.011 },
  { base: 0.922, height: 0.14, scale: 1.1, seed: 91, color: [18, 20, 40], mist: 0.1, trees: 0.03 },
];
const MIST = [232, 164, 146];

/** A hash of integers, from 0 to 1, the same on every machine. */
function hash(x, y, seed) {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967295;
}

function smooth(t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function mix(from, to, amount) {
  return from + (to - from) * amount;
}

function noise(x, y, seed) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - left), smooth(y - top)];
  const upper = mix(hash(left, top, seed), hash(left + 1, top, seed), u);
  const lower = mix(hash(left, top + 1, seed), hash(left + 1, top + 1, seed), u);
  return mix(upper, lower, v);
}

/** The sum of several octaves of noise, from 0 to 1. */
function fractal(x, y, seed, octaves) {
  let [sum, weight, total, step] = [0, 1, 0, 1];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * step, y * step, seed + octave * 101);
    total += weight;
    weight *= 0.5;
    step *= 2.03;
  }
  return sum / total;
}

/** Noise that is folded in the middle, which makes crests. */
function ridged(x, seed) {
  const broad = 1 - Math.abs(2 * fractal(x, 0.5, seed, 3) - 1);
  return 0.66 * broad + 0.34 * fractal(x * 5, 1.5, seed + 7, 6);
}

/** The height of the spruces along a crest: the tallest of the narrow triangles at each place. */
function treeline(px, { seed, trees }) {
  let top = 0;
  const spacing = Math.max(2.5, trees * 260);
  const cell = Math.floor(px / spacing);
  for (let near = cell - 6; near <= cell + 6; near++) {
    const grove = fractal(near * 0.05, 3.5, seed + 13, 3);
    const size = trees * mix(0.3, 1.2, hash(near, 5, seed) ** 1.6) * mix(0.2, 2, grove);
    const center = (near + hash(near, 9, seed)) * spacing;
    const reach = 1 - (Math.abs(px - center) * mix(3.8, 5.2, hash(near, 3, seed))) / (size * SIZE);
    // Each branch is longer than the one above.
    const ragged = reach > 0 ? reach - 0.08 * ((reach * 7.5) % 1) : 0;
    top = Math.max(top, ragged * size);
  }
  return top;
}

function skyAt(x, y) {
  const above = SKY.findLast((stop) => stop.at <= y) ?? SKY[0];
  const below = SKY.find((stop) => stop.at > y) ?? SKY.at(-1);
  const part = above === below ? 0 : (y - above.at) / (below.at - above.at);
  const distance = Math.hypot(x - SUN.x, (y - SUN.y) * 1.25);
  const glow = 0.5 * Math.exp(-((distance / 0.3) ** 2)) + 0.5 * Math.exp(-((distance / 0.085) ** 2));
  const cloud = Math.max(0, fractal(x * 2.2 + 3, y * 11, 5, 5) - 0.5) * 1.5 * Math.max(0, 1 - Math.abs(y - 0.47) * 3.4);
  return above.color.map((value, channel) => {
    const sky = mix(value, below.color[channel], part);
    return mix(mix(sky, [250, 170, 140][channel], Math.min(0.5, cloud)), SUN.color[channel], Math.min(1, glow));
  });
}

function starAt(px, py, y) {
  const bright = hash(px, py, 997);
  return bright > 0.9994 ? 120 * Math.max(0, 1 - y / 0.4) * hash(px, py, 998) : 0;
}

/** The height of the crest of a ridge, and of the trees on it, for each column. */
const crests = RIDGES.map((ridge) =>
  Array.from({ length: SIZE }, (_, px) => ({
    ground: ridge.base - ridge.height * (ridged((px / SIZE) * ridge.scale, ridge.seed) - 0.35),
    trees: ridge.trees === 0 ? 0 : treeline(px, ridge),
  })),
);

function pixelAt(px, py) {
  const [x, y] = [px / SIZE, py / SIZE];
  let color = skyAt(x, y).map((value) => value + starAt(px, py, y));
  RIDGES.forEach((ridge, index) => {
    const { ground, trees } = crests[index][px];
    const cover = Math.min(1, Math.max(0, (y - ground + trees) * SIZE + 0.5));
    if (cover === 0) return;
    const drift = 0.7 + 0.6 * fractal(x * 3 + index, y * 9, ridge.seed + 29, 3);
    const mist = Math.min(0.94, ridge.mist * (1 - Math.exp(-Math.max(0, y - ground) / 0.06)) * drift);
    color = color.map((value, channel) => mix(value, mix(ridge.color[channel], MIST[channel], mist), cover));
  });
  const vignette = 1 - 0.22 * Math.hypot(x - 0.5, y - 0.5) ** 2 * 2;
  const grain = (hash(px, py, 4242) + hash(px, py, 4243) - 1) * 7;
  return color.map((value) => Math.min(255, Math.max(0, value * vignette + grain)));
}

const pixels = Buffer.alloc(SIZE * SIZE * 3);
for (let py = 0; py < SIZE; py++) {
  for (let px = 0; px < SIZE; px++) pixels.set(pixelAt(px, py).map(Math.round), (py * SIZE + px) * 3);
}
const jpeg = await sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 3 } })
  .jpeg({ quality: 82, mozjpeg: true })
  .toBuffer();

const template = JSON.parse(await readFile(TEMPLATE, "utf8"));
const photo = template.layers.find((layer) => layer.name === "photo");
photo.image_url = `data:image/jpeg;base64,${jpeg.toString("base64")}`;
await writeFile(TEMPLATE, `${JSON.stringify(template, null, 2)}\n`);
console.log(`${jpeg.length} bytes`);
