import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary } from "@image-render/engine";
import { ByteCache } from "../packages/engine/src/shared/byte-cache.js";
import { compileTemplate } from "../packages/engine/src/compile/compile-template.js";
import { renderFrame } from "../packages/engine/src/compile/render-frame.js";
import { Work } from "../packages/engine/src/shared/work.js";
import { LAYER_RENDERERS } from "../packages/engine/src/layers/registry.js";
import { readDocument } from "../packages/engine/src/resolve/read-request.js";
import type { RenderResources } from "../packages/engine/src/items/resources.js";
import { naive } from "./engines/naive.js";
import { templateOf } from "./engines/ours.js";
import { percentile, table } from "./report.js";
import type { Template } from "./templates.js";

const ROUNDS = 5;

/** Measures a compilation with empty caches, the first frame, the next frame and, for comparison, a naive render. */
export async function measureCompile(templates: readonly Template[]): Promise<string> {
  const fonts = createFontLibrary();
  const whole = naive();
  const rows: string[][] = [];
  for (const { name, make } of templates) {
    const [compile, first, next, plain]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const resources = emptyResources(fonts);
      const { document, layers } = templateOf(make(round));
      const options = { scale: make(round).scale, transparent: false };
      const { height } = document;
      const read = () => ({ ...readDocument(document), height });
      const compiled = await timed(compile, () => compileTemplate(read(), options, resources));
      const frame = await timed(first, () => renderFrame(compiled, { layers }, resources));
      frame.release();
      const later = templateOf(make(round + 100)).layers;
      await timed(next, () => renderFrame(compiled, { layers: later }, resources));
      await timed(plain, () => whole.render(make(round), "png"));
    }
    const median = (samples: readonly number[]) => percentile(samples, 0.5);
    const cells = [compile, first, next, plain].map((samples) => median(samples).toFixed(1));
    rows.push([name, "", "", ...cells, (median(compile) / median(plain)).toFixed(1)]);
  }
  const header = [
    "template",
    "",
    "",
    "compile ms",
    "first frame ms",
    "next frame ms",
    "naive PNG ms",
    "compile / naive",
  ];
  return table(header, rows);
}

function emptyResources(fonts: RenderResources["fonts"]): RenderResources {
  const loadImage = () => Promise.reject(new Error("The benchmark fetches nothing."));
  return {
    fonts,
    limits: DEFAULT_RENDER_LIMITS,
    loadImage,
    layers: LAYER_RENDERERS,
    painted: new ByteCache(10_000_000),
    drawn: new ByteCache(100_000_000),
    masks: new ByteCache(100_000_000),
    work: new Work(Number.POSITIVE_INFINITY),
  };
}

async function timed<Result>(samples: number[], work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  samples.push(performance.now() - started);
  return result;
}
