/** Compares the true sizes of loaded images with the budget of their picture, before any of them is decoded. */
import type { TemplateDocument } from "../document/document.js";
import { expandLayers, type Overrides } from "../document/expand-layers.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import type { Output } from "../document/output.js";
import { MAX_RENDER_CPU_MS } from "../estimate/cost-limits.js";
import { estimateCost } from "../estimate/estimate-cost.js";
import { decodingWork, TYPICAL_IMAGE_MS } from "../estimate/image-work.js";
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

/** A smaller image than this is never the reason why a picture takes too long. */
const MIN_ADVISED_PIXELS = 500_000;

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
  const estimated = (factsOf?: (url: string) => ImageFacts | undefined) =>
    estimateCost(document, expansion, output, { registry: layers, images: { ...(factsOf && { factsOf }) } }).cpuMs;
  const cpuMs = estimated((each) => known.get(each));
  // A picture that is too costly with typical photos was drawn without an estimate. Its images are not the reason.
  if (cpuMs <= MAX_RENDER_CPU_MS || estimated() > MAX_RENDER_CPU_MS) return;
  const place = placeOfImage(url, expansion, layers);
  const message = messageOf(place.label, facts, cpuMs);
  throw issuesError("The picture can't be made.", [{ path: place.path, message }]);
}

function messageOf(label: string, facts: ImageFacts, cpuMs: number): string {
  const { width, height, isProgressive, type } = facts;
  const { pixels, cpuMs: own } = decodingWork(facts);
  const leftMs = MAX_RENDER_CPU_MS - (cpuMs - own);
  const fitting = (pixels * leftMs) / own;
  const ways = [
    ...(fitting >= MIN_ADVISED_PIXELS ? [`Use an image of at most ${megapixels(fitting)}`] : ["Use smaller images"]),
    ...(type === "image/avif" ? ["a JPEG, which takes less time"] : []),
    ...(isProgressive && type === "image/jpeg" ? ["a JPEG that is not progressive"] : []),
    "make the picture smaller",
  ];
  const last = ways.pop();
  return (
    `The image of ${label} has ${width} × ${height} pixels (${megapixels(width * height)}). Decoding it would take about ` +
    `${seconds(own)}, and ${seconds(Math.max(0, leftMs))} of the ${seconds(MAX_RENDER_CPU_MS)} for a picture are left ` +
    `beside its other parts. ${ways.join(", ")}, or ${last}.`
  );
}

function megapixels(pixels: number): string {
  return `${(Math.floor(pixels / 1e5) / 10).toFixed(1)} megapixels`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
