import type { SafeSvg } from "../../contract/template/svg/safe-svg.js";
import { costOfSvg } from "../../contract/template/svg/svg-cost.js";
import { withDirectGradients } from "./gradient-fills.js";
import { withFastShadows } from "./shadow-filters.js";

/** A drawing of satori that looks the same and takes less to draw: see docs/decisions/0100-what-satori-writes.md. */
export function mendDrawing(drawing: SafeSvg): SafeSvg {
  const { attributes, viewBox } = drawing;
  const children = withFastShadows(withDirectGradients(drawing.children));
  return { ...drawing, children, cost: costOfSvg({ name: "svg", attributes, children }, viewBox) };
}
