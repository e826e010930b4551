import { type QrLayer } from "../../contract/template/layers.js";
import { qrModules } from "../codes/qr-code.js";
import { labelOf, type RenderWarning } from "../warnings.js";
import { paintBox } from "./box-ink.js";
import { snapUnit } from "./code-unit.js";
import { solidFill } from "./fill.js";
import { type Box, centreOf, type Fragment, inflate, unite } from "./fragment.js";
import { num } from "./svg.js";
import { turn } from "./turn.js";

/** A QR code, square in the middle of its box. Data that no code can hold leave the box empty, with a warning. */
export function paintQr(layer: QrLayer, view: Box): { fragment: Fragment; warnings: readonly RenderWarning[] } {
  const { beneath, above, ink } = paintBox(layer, { kind: "rectangle", radius: layer.border_radius }, view);
  const modules = layer.data === "" ? [] : qrModules(layer.data, layer.error_correction);
  const inner = inflate(layer, -layer.border_width);
  const path = modulesPath(modules ?? [], layer.quiet_zone, inner);
  const code = path === "" ? "" : `<path d="${path}" ${solidFill(layer.color).attributes}/>`;
  return {
    fragment: turn(beneath + code + above, unite([ink, ...(code === "" ? [] : [boxOf(layer)])]), layer),
    warnings: modules === undefined ? [tooMuch(layer)] : [],
  };
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function modulesPath(modules: readonly (readonly boolean[])[], quietZone: number, box: Box): string {
  const count = modules.length;
  if (count === 0) return "";
  const unit = snapUnit(Math.min(box.width, box.height) / (count + 2 * quietZone));
  const middle = centreOf(box);
  const corner = { x: Math.round(middle.x - (count * unit) / 2), y: Math.round(middle.y - (count * unit) / 2) };
  return modules.map((row, index) => rowPath(row, corner.x, corner.y + index * unit, unit)).join("");
}

/** The dark modules of a row, neighbours as one rectangle. */
function rowPath(row: readonly boolean[], x: number, y: number, unit: number): string {
  let path = "";
  for (let start = row.indexOf(true); start !== -1;) {
    const light = row.indexOf(false, start);
    const end = light === -1 ? row.length : light;
    path += `M${num(x + start * unit)} ${num(y)}H${num(x + end * unit)}V${num(y + unit)}H${num(x + start * unit)}Z`;
    start = row.indexOf(true, end);
  }
  return path;
}

function tooMuch(layer: QrLayer): RenderWarning {
  const message = `The QR code of the layer "${labelOf(layer)}" was left out: it can't hold that much at error correction ${layer.error_correction}.`;
  return { code: "CODE_INVALID", layer: labelOf(layer), message, retryable: false };
}
