import { EngineError } from "../../src/issues/engine-error.js";
import sharp from "sharp";
import type { TemplateDocument, TemplateSource } from "../../src/document/document.js";
import type { Overrides, VariableValues } from "../../src/document/overrides.js";
import { ByteCache } from "../../src/shared/byte-cache.js";
import { type CompiledTemplate, type CompileOptions, compileTemplate } from "../../src/compile/compile-template.js";
import { renderFrame } from "../../src/compile/render-frame.js";
import type { Frame } from "../../src/frame/tile.js";
import { LAYER_RENDERERS } from "../../src/layers/registry.js";
import { type Reference, renderReference } from "../../src/renderer/reference.js";
import { readDocument } from "../../src/resolve/read-request.js";
import { sizeDocument } from "../../src/resolve/size-document.js";
import type { RenderResources } from "../../src/items/resources.js";
import { measureBy } from "../../src/layout/measure-layer.js";
import { Work } from "../../src/shared/work.js";
import { dataUri, testContext } from "../support.js";
import { ALLOWED_LEVELS, channelDifference, type Difference, differentAreas, hasAreas, isFault } from "./difference.js";
import { randomVariables } from "./bound-document.js";
import { randomDocument, randomOverrides } from "./random-document.js";
import { type RandomSource, randomSource } from "./random-source.js";

/**
 * The number of layers on top of each other that add one level of difference between the rasterizer's blending and
 * ours.
 */
const LAYERS_PER_LEVEL = 10;

const SCALES = [0.5, 1, 1.5, 2] as const;

/** Caches for one run. They are small, so that entries are also evicted. */
export function oracleResources(): RenderResources {
  return {
    ...testContext(),
    layers: LAYER_RENDERERS,
    painted: new ByteCache(2_000_000),
    drawn: new ByteCache(8_000_000),
    masks: new ByteCache(200_000),
    work: new Work(),
  };
}

/** The scope of a comparison. */
interface Compared {
  /** The number of layers of the document. */
  readonly layers: number;
  /** Whether the picture is also compared with one drawing of everything. */
  readonly drawing: boolean;
}

/**
 * Compares both paths for several renders of one document. Renders with the same height have one compiled template, and
 * repaint the frame of the last one. Without `drawing`, the pictures are not compared with one drawing of everything.
 */
export async function comparePaths(
  document: TemplateDocument,
  requests: readonly Overrides[],
  { drawing = true, ...options }: CompileOptions & { readonly drawing?: boolean },
  resources: RenderResources,
): Promise<Difference[]> {
  const measures = await measureBy(resources.fonts, document.locale, resources.work);
  const templates = new Map<number, CompiledTemplate>();
  const differences: Difference[] = [];
  // Each render has its own budget, as in the service.
  const budgeted = () => ({ ...resources, work: new Work() });
  for (const request of requests) {
    const sized = sizeDocument(document, request, { registry: resources.layers, ...measures });
    const compiled = templates.get(sized.height) ?? (await compileTemplate(sized, options, budgeted()));
    templates.set(sized.height, compiled);
    const fast = await renderFrame(compiled, request, budgeted());
    const reference = await renderReference(sized, request, options, budgeted());
    expectSame(fast.warnings, reference.warnings);
    differences.push(await differenceOf(fast.frame, reference, { layers: document.layers.length, drawing }));
    fast.release();
  }
  return differences;
}

/**
 * Compares both paths for the document, requests and scale of a seed. Returns undefined if the service refuses the
 * document, because its HTML would take too much work.
 */
export async function compareSeed(seed: number, images: readonly string[]): Promise<Difference[] | undefined> {
  const random = randomSource(seed);
  const made = randomDocument(random, images);
  // Every fifth document is as high as its content.
  const source: TemplateSource = seed % 5 === 0 ? { ...made, height: "hug", max_height: made.height } : made;
  const requests = [
    {},
    { layers: randomOverrides(random, source), variables: variablesOf(source, randomSource(seed + 1_000_000), images) },
    { layers: randomOverrides(random, source), variables: variablesOf(source, randomSource(seed + 2_000_000), images) },
  ];
  const options = { scale: random.pick(SCALES), transparent: random.chance(0.2) };
  try {
    return await comparePaths(readDocument(source), requests, options, oracleResources());
  } catch (error) {
    if (error instanceof EngineError && error.code === "VALIDATION_ERROR" && /HTML/.test(error.message))
      return undefined;
    throw error;
  }
}

function variablesOf({ variables }: TemplateSource, random: RandomSource, images: readonly string[]): VariableValues {
  return variables === undefined ? {} : randomVariables(random, images);
}

function expectSame(one: unknown, other: unknown): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`The warnings of the paths differ: ${JSON.stringify(one)} and ${JSON.stringify(other)}.`);
  }
}

/** Compares the fast path with both pictures of the reference path. */
async function differenceOf(fast: Frame, { layered, draw }: Reference, { layers, drawing }: Compared) {
  const drawn = drawing && hasAreas(fast) ? await draw() : undefined;
  const areas = drawn === undefined ? 0 : differentAreas(fast, drawn, ALLOWED_LEVELS + layers / LAYERS_PER_LEVEL);
  return { ...channelDifference(fast, layered), areas };
}

/** Returns what is wrong with the differences of a document. */
export function faultsOf(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ largest, beyond, areas }) => [
    ...(isFault({ largest, beyond }) ? [`${largest} levels, ${beyond} channels`] : []),
    ...(areas > 0 ? [`${areas} areas of one drawing`] : []),
  ]);
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
