/** Finds the height of a document for one request. */
import type { TemplateDocument } from "../document/document.js";
import { maxSizeOf, type SizedDocument } from "../document/document-size.js";
import type { Overrides } from "../document/overrides.js";
import type { LaidOut } from "../layout/laid-out.js";
import { layOut } from "../layout/lay-out.js";
import { centerOf, rotatedBounds } from "../paint/fragment.js";
import { expandRequest, type ResolvingTools } from "./resolve-layers.js";

/** The bottom of a rotated box can be too low by this much, because its bounds are computed with sine and cosine. */
const ROUNDING_PX = 1e-6;

/**
 * Returns a document with its height for a request. A height that hugs ends at the lowest edge of the boxes of the
 * top-level layers, after their rotation. It does not depend on layers that are invisible or fill the height.
 *
 * @throws EngineError like `resolveLayers`, if the height hugs
 */
export function sizeDocument(document: TemplateDocument, overrides: Overrides, tools: ResolvingTools): SizedDocument {
  const { height } = document;
  if (height !== "hug") return { ...document, height };
  const max = maxSizeOf(document);
  const laid = layOut(expandRequest(document, overrides, tools.registry), max, tools);
  const lowest = Math.ceil(Math.max(0, ...laid.map(bottomOf)) - ROUNDING_PX);
  return { ...document, height: Math.min(max.height, Math.max(document.min_height ?? 1, lowest)) };
}

function bottomOf({ layer, ...box }: LaidOut): number {
  if (layer.height === "fill" || layer.opacity === 0 || box.width <= 0 || box.height <= 0) return 0;
  const { y, height } = rotatedBounds(box, layer.rotation, centerOf(box));
  return y + height;
}
