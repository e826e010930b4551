import { cornerRadii } from "../document/attributes/corner-radii.js";
import { type QrLayer, qrLayer } from "../document/layers/qr.js";
import { qrModules } from "../codes/qr-code.js";
import type { LayerItemTools, Painted } from "../items/item.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer, type Sized } from "../items/define-layer-renderer.js";
import { solidFill } from "../paint/fill.js";
import { type Box, centerOf, inflate, unite } from "../paint/fragment.js";
import { roundedRectangle } from "../paint/outline.js";
import { paintBox } from "../paint/paint-box.js";
import { snapUnit } from "../paint/snap-unit.js";
import { num } from "../paint/svg.js";
import { sightOf } from "../paint/sight.js";
import { rotate } from "../paint/rotate.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";

/** Microseconds for a character of a code. */
const US_PER_CHARACTER = 5;

export const qrRenderer = defineLayerRenderer(qrLayer, {
  autoColor: "color",
  check: async (layer) => ((await isTooMuch(layer)) ? [tooMuchData(layer)] : []),
  // No reader can read a code with a missing part.
  ink: (layer) => (layer.data === "" ? undefined : { box: squareIn(layer), tolerance: 0.5 }),
  item: vectorItem(paintQr),
});

/** Returns the square in the middle of a box that contains the code and its quiet zone. */
function squareIn(box: Box): Box {
  const { x, y } = centerOf(box);
  const side = Math.min(box.width, box.height);
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

async function isTooMuch({ data, error_correction }: Sized<QrLayer>): Promise<boolean> {
  return data !== "" && (await qrModules(data, error_correction)) === undefined;
}

/**
 * Paints a QR code as a square in the middle of its box. If no code can hold the data, the box stays empty, with a
 * warning.
 */
async function paintQr(layer: Sized<QrLayer>, view: Box, { resources }: LayerItemTools): Promise<Painted> {
  resources.work.of(layer)(layer.data.length * US_PER_CHARACTER);
  const { beneath, above, bounds } = paintBox(layer, roundedRectangle(cornerRadii(layer)), view);
  const modules = layer.data === "" ? [] : await qrModules(layer.data, layer.error_correction);
  const inner = inflate(layer, -layer.border_width);
  const place = codePlace(modules?.length ?? 0, layer.quiet_zone, inner);
  // The code can be far from the ends of a wide box.
  const path = sightOf(layer, view).isSeen(place) ? modulesPath(modules ?? [], place) : "";
  const code = path === "" ? "" : `<path d="${path}" ${solidFill(layer.color).attributes}/>`;
  return {
    fragment: rotate(beneath + code + above, unite([bounds, ...(code === "" ? [] : [place])]), layer),
    warnings: modules === undefined ? [tooMuchData(layer)] : [],
  };
}

/** Returns the square of a code with this number of modules on each side. */
function codePlace(count: number, quietZone: number, box: Box): Box {
  const side = count * snapUnit(Math.min(box.width, box.height) / (count + 2 * quietZone));
  const middle = centerOf(box);
  return { x: Math.round(middle.x - side / 2), y: Math.round(middle.y - side / 2), width: side, height: side };
}

function modulesPath(modules: readonly (readonly boolean[])[], { x, y, width }: Box): string {
  const unit = width / modules.length;
  return modules.map((row, index) => rowPath(row, x, y + index * unit, unit)).join("");
}

/** Returns the path of the dark modules of a row. Neighbors become one rectangle. */
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

function tooMuchData(layer: Sized<QrLayer>): RenderWarning {
  const message = `The QR code of the layer "${labelOf(layer)}" was left out: a code with error correction ${layer.error_correction} cannot hold that much data.`;
  return { code: "CODE_INVALID", layer: labelOf(layer), message, retryable: false };
}
