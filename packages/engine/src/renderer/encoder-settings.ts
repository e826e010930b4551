import type { TemplateDocument } from "../document/document.js";
import { maxSizeOf } from "../document/document-size.js";
import { expandLayers, type Overrides } from "../document/expand-layers.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { type Output, pictureSize } from "../document/output.js";
import type { EncoderSettings } from "../encode/encoder.js";
import { estimateCost } from "../estimate/estimate-cost.js";
import { FORMATS } from "../formats/registry.js";

/** The more important of two properties of a file. It changes the file only in formats with several efforts. */
export type Preference = "size" | "speed";

/** A checked document and the request for its picture. */
interface Requested {
  readonly document: TemplateDocument;
  readonly request: Overrides;
  readonly output: Output;
  readonly layers: LayerRegistry;
}

/** Returns the settings of the encoder for a picture. The same document and request always have the same settings. */
export function encoderSettings(requested: Requested, prefer: Preference): EncoderSettings {
  const { dpi } = requested.document;
  const { quality, about, scale } = requested.output;
  return {
    quality,
    about,
    pixelsPerInch: dpi === undefined ? undefined : dpi * scale,
    effort: prefer === "speed" ? undefined : greatestEffort(requested),
  };
}

/**
 * Returns the effort that an estimate of this picture counts, if its images have the largest size. They are not loaded yet,
 * and the effort of a picture must always be the same. A picture that is too large for any effort is not estimated.
 */
function greatestEffort({ document, request, output, layers }: Requested): number | undefined {
  const { efforts = [] } = FORMATS[output.format];
  const { width, height } = pictureSize(maxSizeOf(document), output.scale);
  if (!efforts.some(({ maxPixels }) => width * height <= maxPixels)) return undefined;
  return estimateCost(document, expandLayers(document, request, layers), output, {
    registry: layers,
    images: { unknown: "largest" },
  }).effort;
}
