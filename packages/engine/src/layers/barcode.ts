import { cornerRadii } from "../document/attributes/corner-radii.js";
import { type BarcodeLayer, barcodeLayer } from "../document/layers/barcode.js";
import { type Barcode, BARCODE_DATA, type BarcodeText, makeBarcode } from "../codes/barcode.js";
import type { LayerItemTools, Painted } from "../items/item.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer, type Sized } from "../items/define-layer-renderer.js";
import { solidFill } from "../paint/fill.js";
import { type Box, inflate, unite } from "../paint/fragment.js";
import { roundedRectangle } from "../paint/outline.js";
import { boxOf, paintBox } from "../paint/paint-box.js";
import { snapUnit } from "../paint/snap-unit.js";
import { num } from "../paint/svg.js";
import { sightOf } from "../paint/sight.js";
import { rotate } from "../paint/rotate.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";

/** Microseconds for creating a code. A code with a text is created twice. */
const US_PER_BARCODE = 25_000;

type SizedBarcode = Sized<BarcodeLayer>;

export const barcodeRenderer = defineLayerRenderer(barcodeLayer, {
  autoColor: "color",
  check: async (layer) => (layer.data === "" || (await fittingBarcode(layer, roomOf(layer))) ? [] : [wrongData(layer)]),
  // No reader can read a code with a missing part.
  ink: (layer) => (layer.data === "" ? undefined : { box: boxOf(layer), tolerance: 0.5 }),
  item: vectorItem(paintBarcode),
});

/** Paints a barcode across its box. If the symbology cannot hold the data, the box stays empty, with a warning. */
async function paintBarcode(layer: SizedBarcode, view: Box, { resources }: LayerItemTools): Promise<Painted> {
  resources.work.of(layer)(US_PER_BARCODE);
  const { beneath, above, bounds } = paintBox(layer, roundedRectangle(cornerRadii(layer)), view);
  const inner = roomOf(layer);
  const code = layer.data === "" ? undefined : await fittingBarcode(layer, inner);
  const sight = sightOf(layer, view);
  const place = code === undefined ? inner : barcodePlace(code, layer.quiet_zone, inner);
  // The code can be far from the ends of a wide box.
  const path = code === undefined || !sight.isSeen(place) ? "" : barcodePath(code, layer.quiet_zone, inner);
  const mark = path === "" ? "" : `<path d="${path}" ${solidFill(layer.color).attributes}/>`;
  return {
    fragment: rotate(beneath + mark + above, unite([bounds, ...(mark === "" ? [] : [boxOf(layer)])]), layer),
    warnings: code === undefined && layer.data !== "" ? [wrongData(layer)] : [],
  };
}

/** Returns the box inside the border. A code with text keeps a distance from the top and bottom edges. */
function roomOf(layer: SizedBarcode): Box {
  const box = inflate(layer, -layer.border_width);
  const margin = layer.show_text ? Math.min(box.height * 0.06, 12) : 0;
  return { ...box, y: box.y + margin, height: box.height - 2 * margin };
}

/** The largest part of the height that the text can have. In a low box, the text is smaller, so that bars remain. */
const MAX_TEXT_SHARE = 0.4;

/** Creates the code in the proportions of the box. With a text beneath, the bars are shorter. */
async function fittingBarcode(layer: SizedBarcode, box: Box): Promise<Barcode | undefined> {
  const code = await makeBarcode(layer, box.width / box.height);
  if (code === undefined || code.text.length === 0) return code;
  const heights = code.bars.map(({ height }) => height);
  const textHeight = code.height - Math.min(...heights);
  const scaleX = unitOf(code, layer.quiet_zone, box) / code.module;
  const scaleY = Math.min(scaleX, (box.height * MAX_TEXT_SHARE) / textHeight);
  const wanted = Math.max(code.module, Math.max(...heights) - (code.height - box.height / scaleY));
  return await makeBarcode(layer, code.width / wanted);
}

function unitOf(code: Barcode, quietZone: number, box: Box): number {
  return snapUnit(box.width / (code.width / code.module + 2 * quietZone));
}

/** Returns the box around the bars and the text of a code. */
function barcodePlace(code: Barcode, quietZone: number, box: Box): Box {
  const width = (code.width * unitOf(code, quietZone, box)) / code.module;
  return { x: Math.round(box.x + (box.width - width) / 2), y: box.y, width, height: box.height };
}

function barcodePath(code: Barcode, quietZone: number, box: Box): string {
  const scaleX = unitOf(code, quietZone, box) / code.module;
  const { x: left } = barcodePlace(code, quietZone, box);
  const scaleY = code.text.length === 0 ? box.height / code.height : Math.min(scaleX, box.height / code.height);
  const top = box.y + (box.height - code.height * scaleY) / 2;
  const [x, y] = [(value: number) => num(left + value * scaleX), (value: number) => num(top + value * scaleY)];
  const bars = code.bars.map(
    (bar) => `M${x(bar.x)} ${y(bar.y)}H${x(bar.x + bar.width)}V${y(bar.y + bar.height)}H${x(bar.x)}Z`,
  );
  const text = code.text.map((part) => {
    // The center of a text is beneath its bars, but its letters are as wide as their height demands.
    const middle = middleOf(part);
    const textX = (value: number) => num(left + middle * scaleX + (value - middle) * scaleY);
    return part.map(({ command, points }) => command + points.map((at) => `${textX(at[0])} ${y(at[1])}`).join(" "));
  });
  return [...bars, ...text.flat()].join("");
}

function middleOf(part: BarcodeText): number {
  const xs = part.flatMap(({ points }) => points.map(([x]) => x));
  return (Math.min(...xs) + Math.max(...xs)) / 2;
}

function wrongData(layer: SizedBarcode): RenderWarning {
  const message = `The barcode of the layer "${labelOf(layer)}" was left out: ${layer.symbology} holds ${BARCODE_DATA[layer.symbology]}.`;
  return { code: "CODE_INVALID", layer: labelOf(layer), message, retryable: false };
}
