import type { SafeSvg } from "../document/svg/safe-svg.js";
import { costOfSvg } from "../document/svg/cost-of-svg.js";
import { SvgError } from "../document/svg/svg-error.js";
import { withDirectGradients } from "./gradient-fills.js";
import { withFastShadows } from "./shadow-filters.js";
import { withinView } from "./within-view.js";

/**
 * Changes a drawing of satori so that it looks the same and takes less time to draw: see
 * docs/decisions/0100-what-satori-writes.md. If the changed drawing would exceed a limit, the drawing stays as it is.
 */
export function optimizeDrawing(drawing: SafeSvg): SafeSvg {
  const { attributes, viewBox } = drawing;
  const children = withinView(withFastShadows(withDirectGradients(drawing.children)), viewBox);
  try {
    return { ...drawing, children, cost: costOfSvg({ name: "svg", attributes, children }, viewBox) };
  } catch (error) {
    if (error instanceof SvgError) return drawing;
    throw error;
  }
}
