/** Compares the true sizes of loaded images with the budget of their picture, before any of them is decoded. */
import type { TemplateDocument } from "../document/document.js";
import { expandLayers, type Overrides } from "../document/expand-layers.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import type { Output } from "../document/output.js";
import { MAX_RENDER_CPU_MS } from "../estimate/cost-limits.js";
import { estimateCost } from "../estimate/estimate-cost.js";
import { decodingWork, type KnownImages, NOTHING_TO_DECODE, TYPICAL_IMAGE_MS } from "../estimate/image-work.js";
import type { ImageFacts } from "../image-headers/decoding-work.js";
import { readImageHeader } from "../image-headers/read-image-header.js";
import { isDataUri } from "../images/data-uri.js";
import type { CheckImages } from "../images/image-source.js";
import { issuesError } from "../issues/engine-error.js";
import { placeOfImage } from "./place-of-image.js";

/** A checked document and the request for its picture. */
interface Requested {
  readonly document: TemplateDocument;
  readonly request: Overrides;
  readonly output: Output;
  readonly layers: LayerRegistry;
}

/** The sizes that are proposed for an image, in megapixels. */
const MEGAPIXELS = [40, 30, 24, 16, 12, 8, 6, 4, 2, 1];

/**
 * Creates the check of the loaded images of one picture. The estimate that accepted the picture did not know their sizes,
 * so each of them counted as a typical photo. Most images are smaller. Then the check only reads their headers.
 */
export function createImageCheck(requested: Requested): CheckImages {
  const known = new Map<string, ImageFacts>();
  return (loaded) => {
    let costliest: { readonly url: string; readonly cpuMs: number } = { url: "", cpuMs: TYPICAL_IMAGE_MS };
    for (const [url, image] of loaded) {
      // The estimate has read the header of a data URI.
      if (isDataUri(url)) continue;
      const header = "bytes" in image ? readImageHeader(image.bytes) : undefined;
      if (header === undefined || !("bytes" in image)) continue;
      const facts = { ...header, bytes: image.bytes.byteLength };
      known.set(url, facts);
      const { cpuMs } = decodingWork(facts);
      if (cpuMs > costliest.cpuMs) costliest = { url, cpuMs };
    }
    const facts = known.get(costliest.url);
    if (facts !== undefined) requireBudget(requested, known, costliest.url, facts);
  };
}

/** @throws EngineError `VALIDATION_ERROR` if the sizes of the images are the reason why the picture takes too long. */
function requireBudget(
  { document, request, output, layers }: Requested,
  known: ReadonlyMap<string, ImageFacts>,
  url: string,
  facts: ImageFacts,
): void {
  const expansion = expandLayers(document, request, layers);
  const estimated = (images: KnownImages) =>
    estimateCost(document, expansion, output, { registry: layers, images }).cpuMs;
  const estimatedWith = (own: ImageFacts) => estimated({ factsOf: (each) => (each === url ? own : known.get(each)) });
  // A picture that is too costly with typical photos was drawn without an estimate. Its images are not the reason.
  if (estimatedWith(facts) <= MAX_RENDER_CPU_MS || estimated({}) > MAX_RENDER_CPU_MS) return;
  const leftMs = Math.max(0, MAX_RENDER_CPU_MS - estimatedWith(NOTHING_TO_DECODE));
  const fitting = MEGAPIXELS.find((most) => estimatedWith(reduced(facts, most * 1e6)) <= MAX_RENDER_CPU_MS);
  const place = placeOfImage(url, expansion, layers);
  const { width, height } = facts;
  const message =
    `The image of ${place.label} has ${width} × ${height} pixels (${megapixels(width * height)}). Decoding it would take ` +
    `about ${seconds(decodingWork(facts).cpuMs)}, and ${seconds(leftMs)} of the ${seconds(MAX_RENDER_CPU_MS)} for a ` +
    `picture are left beside its other parts. ${waysOut(facts, fitting)}`;
  throw issuesError("The picture can't be made.", [{ path: place.path, message }]);
}

/** Returns the facts about a smaller copy of an image. */
function reduced(facts: ImageFacts, pixels: number): ImageFacts {
  const share = Math.min(1, pixels / (facts.width * facts.height));
  return { ...facts, width: facts.width * share, bytes: facts.bytes * share };
}

function waysOut({ type, isProgressive }: ImageFacts, fitting: number | undefined): string {
  const ways = [
    fitting === undefined ? "Use smaller images" : `Use an image of at most ${fitting} megapixels`,
    ...(type === "image/avif" ? ["a JPEG, which takes less time"] : []),
    ...(isProgressive && type === "image/jpeg" ? ["a JPEG that is not progressive"] : []),
  ];
  return `${ways.join(", ")}, or make the picture smaller.`;
}

function megapixels(pixels: number): string {
  return `${(Math.floor(pixels / 1e5) / 10).toFixed(1)} megapixels`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
