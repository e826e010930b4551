import sharp from "sharp";
import type { TemplateDocument, TemplateSource } from "../../../../core/contract/template/document.js";
import type { Overrides } from "../../../../core/contract/template/overrides.js";
import { ByteCache } from "../../../../core/rendering/byte-cache.js";
import { type CompiledTemplate, compileTemplate } from "../../../../core/rendering/compile/compile-template.js";
import { renderFrame } from "../../../../core/rendering/compile/render-frame.js";
import { LAYER_RENDERERS } from "../../../../core/rendering/layers/registry.js";
import { renderReference } from "../../../../core/rendering/reference.js";
import { readDocument } from "../../../../core/rendering/resolve/read-request.js";
import { sizeDocument } from "../../../../core/rendering/resolve/size-document.js";
import type { RenderResources } from "../../../../core/rendering/resources.js";
import { measureBy } from "../../../../core/rendering/text/measure-layer.js";
import { Work } from "../../../../core/rendering/work.js";
import { dataUri, testContext } from "../support.js";
import { randomDocument, randomOverrides } from "./random-document.js";
import { randomSource } from "./random-source.js";

/** The largest difference between the channels of two pictures, and how many channels differ by more than `ALLOWED_LEVELS`. */
export interface Difference {
  readonly largest: number;
  readonly beyond: number;
}

/** The levels that both paths can differ by, because they round at different steps of blending. */
export const ALLOWED_LEVELS = 2;

const SCALES = [0.5, 1, 1.5, 2] as const;

/** Caches for one run. They are small, so that entries are also evicted. */
export function oracleResources(): RenderResources {
  return {
    ...testContext(),
    layers: LAYER_RENDERERS,
    painted: new ByteCache(2_000_000),
    drawn: new ByteCache(8_000_000),
    work: new Work(),
  };
}

/**
 * Compares both paths for several renders of one document. Renders with the same height have one compiled template, and
 * repaint the frame of the last one.
 */
export async function comparePaths(
  document: TemplateDocument,
  requests: readonly Overrides[],
  options: { scale: number; transparent: boolean },
  resources: RenderResources,
): Promise<Difference[]> {
  const measureText = await measureBy(resources.fonts, document.locale, resources.work);
  const templates = new Map<number, CompiledTemplate>();
  const differences: Difference[] = [];
  for (const request of requests) {
    const sized = sizeDocument(document, request, { registry: resources.layers, measureText });
    const compiled = templates.get(sized.height) ?? (await compileTemplate(sized, options, resources));
    templates.set(sized.height, compiled);
    const fast = await renderFrame(compiled, request, resources);
    const reference = await renderReference(sized, request, options, resources);
    expectSame(fast.warnings, reference.warnings);
    differences.push(difference(fast.frame.pixels, reference.frame.pixels));
    fast.release();
  }
  return differences;
}

/** Compares both paths for the document, requests and scale of a seed. */
export async function compareSeed(seed: number, images: readonly string[]): Promise<Difference[]> {
  const random = randomSource(seed);
  const made = randomDocument(random, images);
  // Every fifth document is as high as its content.
  const source: TemplateSource = seed % 5 === 0 ? { ...made, height: "hug", max_height: made.height } : made;
  const requests = [{}, { layers: randomOverrides(random, source) }, { layers: randomOverrides(random, source) }];
  const options = { scale: random.pick(SCALES), transparent: random.chance(0.2) };
  return await comparePaths(readDocument(source), requests, options, oracleResources());
}

function expectSame(one: unknown, other: unknown): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`The warnings of the paths differ: ${JSON.stringify(one)} and ${JSON.stringify(other)}.`);
  }
}

function difference(one: Uint8Array, other: Uint8Array): Difference {
  if (one.length !== other.length) throw new Error("The pictures differ in size.");
  let [largest, beyond] = [0, 0];
  for (let index = 0; index < one.length; index++) {
    const distance = Math.abs((one[index] ?? 0) - (other[index] ?? 0));
    largest = Math.max(largest, distance);
    if (distance > ALLOWED_LEVELS) beyond++;
  }
  return { largest, beyond };
}

/** Images for random documents: opaque noise, translucent noise, and an SVG. */
export async function oracleImages(): Promise<string[]> {
  const random = randomSource(7);
  const raw = (channels: 3 | 4) =>
    sharp(Buffer.from(Array.from({ length: 90 * 60 * channels }, () => random.whole(0, 255))), {
      raw: { width: 90, height: 60, channels },
    });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><circle cx="40" cy="40" r="38" fill="#e11d48"/></svg>';
  return [
    dataUri(await raw(3).png().toBuffer()),
    dataUri(await raw(4).png().toBuffer()),
    dataUri(Buffer.from(svg), "svg+xml"),
  ];
}
