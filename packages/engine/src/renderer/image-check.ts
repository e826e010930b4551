/** Compares the true sizes of loaded images with the budget of their picture, before any of them is decoded. */
import type { TemplateDocument } from "../document/document.js";
import { expandLayers, type Overrides } from "../document/expand-layers.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import type { Output } from "../document/output.js";
import { MAX_RENDER_CPU_MS } from "../estimate/cost-limits.js";
import { estimateCost } from "../estimate/estimate-cost.js";
import { firstThatHelps, helpfulChanges } from "../estimate/helpful-changes.js";
import { decodingWork, type KnownImages, NOTHING_TO_DECODE, TYPICAL_IMAGE_MS } from "../estimate/image-work.js";
import { seconds, wayOut } from "../estimate/way-out.js";
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
const MEGAPIXELS = [40, 30, 24, 16, 12, 8, 6, 4, 2];

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
  const estimated = (images: KnownImages) => estimateCost(document, expansion, output, { registry: layers, images });
  const estimatedWith = (own: ImageFacts) => estimated({ factsOf: (each) => (each === url ? own : known.get(each)) });
  const estimate = estimatedWith(facts);
  // A picture that is too costly with typical photos was drawn without an estimate. Its images are not the reason.
  if (estimate.cpuMs <= MAX_RENDER_CPU_MS || estimated({}).cpuMs > MAX_RENDER_CPU_MS) return;
  const leftMs = Math.max(0, MAX_RENDER_CPU_MS - estimatedWith(NOTHING_TO_DECODE).cpuMs);
  const options = { registry: layers, images: { factsOf: (each: string) => known.get(each) } };
  const changes = [
    ...firstThatHelps(
      MEGAPIXELS.filter((most) => most * 1e6 < facts.width * facts.height),
      (most) => estimatedWith(reduced(facts, most * 1e6)),
      (most) => `with an image of at most ${most} megapixels in this layer`,
    ),
    ...firstThatHelps(
      [...known.values()].some(isProgressiveJpeg) ? [known] : [],
      () => estimated({ factsOf: (each) => inOnePass(known.get(each)) }),
      () => "with JPEGs that are not progressive",
    ),
    ...helpfulChanges({ document, expansion, output, options }, estimate),
  ];
  const place = placeOfImage(url, expansion, layers);
  const { width, height } = facts;
  const message =
    `The image of ${place.label} has ${width} × ${height} pixels (${megapixels(width * height)}). Decoding it would take ` +
    `about ${seconds(decodingWork(facts).cpuMs)}, and ${seconds(leftMs)} of the ${seconds(MAX_RENDER_CPU_MS)} for a ` +
    `picture are left beside its other parts. The whole picture would take about ${seconds(estimate.cpuMs)}. ` +
    wayOut(changes);
  throw issuesError("The picture can't be made.", [{ path: place.path, message }]);
}

function isProgressiveJpeg({ type, isProgressive }: ImageFacts): boolean {
  return type === "image/jpeg" && isProgressive;
}

function inOnePass(facts: ImageFacts | undefined): ImageFacts | undefined {
  return facts && { ...facts, isProgressive: facts.isProgressive && !isProgressiveJpeg(facts) };
}

/** Returns the facts about a smaller copy of an image. */
function reduced(facts: ImageFacts, pixels: number): ImageFacts {
  const share = Math.min(1, pixels / (facts.width * facts.height));
  return { ...facts, width: facts.width * share, bytes: facts.bytes * share };
}

function megapixels(pixels: number): string {
  return `${(Math.floor(pixels / 1e5) / 10).toFixed(1)} megapixels`;
}
