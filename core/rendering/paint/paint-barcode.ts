import { type BarcodeLayer } from "../../contract/template/layers.js";
import { type Barcode, BARCODE_DATA, makeBarcode } from "../codes/barcode.js";
import { labelOf, type RenderWarning } from "../warnings.js";
import { paintBox } from "./box-ink.js";
import { snapUnit } from "./code-unit.js";
import { solidFill } from "./fill.js";
import { type Box, type Fragment, inflate, unite } from "./fragment.js";
import { num } from "./svg.js";
import { turn } from "./turn.js";

/** A barcode across its box. Data that it can't hold leave the box empty, with a warning. */
export async function paintBarcode(
  layer: BarcodeLayer,
  view: Box,
): Promise<{ fragment: Fragment; warnings: readonly RenderWarning[] }> {
  const { beneath, above, ink } = paintBox(layer, { kind: "rectangle", radius: layer.border_radius }, view);
  const inner = roomOf(layer);
  const code = layer.data === "" ? undefined : await fittingBarcode(layer, inner);
  const path = code === undefined ? "" : barcodePath(code, layer.quiet_zone, inner);
  const mark = path === "" ? "" : `<path d="${path}" ${solidFill(layer.color).attributes}/>`;
  const bounds = unite([
    ink,
    ...(mark === "" ? [] : [{ x: layer.x, y: layer.y, width: layer.width, height: layer.height }]),
  ]);
  return {
    fragment: turn(beneath + mark + above, bounds, layer),
    warnings: code === undefined && layer.data !== "" ? [unencodable(layer)] : [],
  };
}

/** The box inside the border; a text keeps some distance from the edges above and below it. */
function roomOf(layer: BarcodeLayer): Box {
  const box = inflate(layer, -layer.border_width);
  const margin = layer.show_text ? Math.min(box.height * 0.06, 12) : 0;
  return { ...box, y: box.y + margin, height: box.height - 2 * margin };
}

/** The code as high as the box is at its width; with a text beneath, the bars are so much shorter. */
async function fittingBarcode(layer: BarcodeLayer, box: Box): Promise<Barcode | undefined> {
  const code = await makeBarcode(layer, box.width / box.height);
  if (code === undefined || code.outlines.length === 0) return code;
  const scale = unitOf(code, layer.quiet_zone, box) / code.module;
  const barsHeight = Math.max(...code.bars.map(({ height }) => height));
  const wanted = Math.max(code.module, barsHeight - (code.height - box.height / scale));
  return await makeBarcode(layer, code.width / wanted);
}

function unitOf(code: Barcode, quietZone: number, box: Box): number {
  return snapUnit(box.width / (code.width / code.module + 2 * quietZone));
}

function barcodePath(code: Barcode, quietZone: number, box: Box): string {
  const scaleX = unitOf(code, quietZone, box) / code.module;
  const left = Math.round(box.x + (box.width - code.width * scaleX) / 2);
  // Bars may be as high as they like; a text keeps its shape.
  const scaleY = code.outlines.length === 0 ? box.height / code.height : Math.min(scaleX, box.height / code.height);
  const top = box.y + (box.height - code.height * scaleY) / 2;
  const [x, y] = [(value: number) => num(left + value * scaleX), (value: number) => num(top + value * scaleY)];
  const bars = code.bars.map(
    (bar) => `M${x(bar.x)} ${y(bar.y)}H${x(bar.x + bar.width)}V${y(bar.y + bar.height)}H${x(bar.x)}Z`,
  );
  const outlines = code.outlines.map(
    ({ command, points }) => command + points.map((at) => `${x(at[0])} ${y(at[1])}`).join(" "),
  );
  return bars.join("") + outlines.join("");
}

function unencodable(layer: BarcodeLayer): RenderWarning {
  const message = `The barcode of the layer "${labelOf(layer)}" was left out: ${layer.symbology} holds ${BARCODE_DATA[layer.symbology]}.`;
  return { code: "CODE_INVALID", layer: labelOf(layer), message, retryable: false };
}
