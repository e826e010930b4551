/**
 * `npm run bench:expressions [-- --rounds N]`: renders a template with 30 attributes that are expressions and, for
 * comparison, the same template with values in their place and an override of each. Both have new values in each
 * round, so both draw the same picture. The command fails if the expressions take more than `MAX_RATIO` times as long.
 */
import { parseArgs } from "node:util";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import type { PictureRequest } from "../packages/engine/src/renderer/picture.js";
import { percentile } from "./report.js";

const MAX_RATIO = 1.1;
const BARS = 10;
/** These rounds do not count. In them, fonts are read, and code is compiled and optimized. */
const WARM_UP_ROUNDS = 20;
/** The layer under the title is the same in both templates, so that the compiled base has something in it. */
const GROUND = { id: "ground", type: "rectangle", width: 1200, height: 630, background_color: "#0f172a" };
const TITLE = { id: "title", name: "title", type: "text", x: 60, y: 40, width: 900, font_size: 56, color: "#fff" };

const { values } = parseArgs({ options: { rounds: { type: "string", default: "200" } } });

interface Numbers {
  readonly y: number;
  readonly height: number;
  readonly background_color: string;
}

const amountOf = (round: number, bar: number) => ((round * 7 + bar * 13) % 40) + 1;
const COLORS = ["#e11d48", "#0ea5e9"] as const;

/** Returns the values of a bar, as the expressions compute them. */
function numbersOf(round: number, bar: number): Numbers {
  const height = (amountOf(round, bar) / 40) * 400;
  return { y: 580 - height, height, background_color: height > 200 ? COLORS[0] : COLORS[1] };
}

function template(attributesOf: (bar: number) => object) {
  const bars = Array.from({ length: BARS }, (_, bar) => ({
    id: `bar${bar}`,
    name: `bar${bar}`,
    type: "rectangle",
    x: 60 + bar * 110,
    width: 80,
    ...attributesOf(bar),
  }));
  const variables = Array.from({ length: BARS }, (_, bar) => ({ name: `v${bar}`, type: "number", default: 1 }));
  return { width: 1200, height: 630, variables, layers: [GROUND, ...bars, { ...TITLE, text: "Sales" }] };
}

const bound = template((bar) => ({
  y: `{{ 580 - v${bar} / 40 * 400 }}`,
  height: `{{ v${bar} / 40 * 400 }}`,
  background_color: `{{ v${bar} / 40 * 400 > 200 ? "${COLORS[0]}" : "${COLORS[1]}" }}`,
}));
const plain = template((bar) => numbersOf(0, bar));

const bars = (round: number) => Array.from({ length: BARS }, (_, bar) => [bar, round] as const);
const titleOf = (round: number) => ({ title: { text: `Sales of week ${round}` } });
const sides = [
  {
    source: bound,
    version: "bound",
    requestOf: (round: number): PictureRequest => ({
      layers: titleOf(round),
      variables: Object.fromEntries(bars(round).map(([bar]) => [`v${bar}`, amountOf(round, bar)])),
    }),
    times: [] as number[],
  },
  {
    source: plain,
    version: "plain",
    requestOf: (round: number): PictureRequest => ({
      layers: {
        ...titleOf(round),
        ...Object.fromEntries(bars(round).map(([bar]) => [`bar${bar}`, numbersOf(round, bar)])),
      },
    }),
    times: [] as number[],
  },
];

const fonts = createFontLibrary();
const loadImage = () => Promise.reject(new Error("The benchmark fetches nothing."));
// Each side has its own renderer, so that neither finds the pictures of the other in a cache.
const measured = sides.map((side) => ({
  ...side,
  renderer: new Renderer({ fonts, limits: DEFAULT_RENDER_LIMITS, loadImage }),
}));
for (let round = -WARM_UP_ROUNDS; round < Number(values.rounds); round++) {
  const pictures: Uint8Array[] = [];
  // The two sides take turns to start a round.
  for (const { renderer, source, version, requestOf, times } of round % 2 === 0 ? measured : measured.toReversed()) {
    const start = process.cpuUsage();
    const { bytes } = await renderer.render(source, requestOf(round + WARM_UP_ROUNDS), { version });
    const { user, system } = process.cpuUsage(start);
    if (round >= 0) times.push((user + system) / 1000);
    pictures.push(bytes);
  }
  const [one, other] = pictures;
  if (!Buffer.from(one ?? []).equals(Buffer.from(other ?? []))) throw new Error(`Round ${round} has two pictures.`);
}
const [withExpressions = 0, withOverrides = 0] = measured.map(({ times }) => percentile(times, 0.5));
const ratio = withExpressions / withOverrides;
process.stdout.write(
  `${BARS * 3} expressions: ${withExpressions.toFixed(2)} ms of processor time, ` +
    `as many overrides: ${withOverrides.toFixed(2)} ms, ratio ${ratio.toFixed(3)} (at most ${MAX_RATIO})\n`,
);
process.exitCode = ratio > MAX_RATIO ? 1 : 0;
