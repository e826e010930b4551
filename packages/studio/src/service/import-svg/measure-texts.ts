/** Measures texts by the service, so that their layers are where the service will draw them. */
import type { MeasurableText, MeasuredText, MeasureTexts } from "@image-render/import-svg";
import { importSvg as texts } from "../../messages/en/import-svg.js";
import { irs } from "../irs.js";

/** The maximum number of layers of a document. */
const MAX_LAYERS = 200;
/** As wide as a document can be, so that no line is too long. Only the layout matters, so it is as low as possible. */
const PICTURE = { width: 8192, height: 1 };
const LOWEST_SCALE = 0.05;

interface MeasuredLayer {
  readonly layerId: string;
  readonly box: { readonly y: number; readonly height: number };
  readonly text?: { readonly lines: readonly { readonly width: number; readonly baseline: number }[] };
}

/** Measures texts of templates. Sends one request for every 200 of them. @throws ApiError, Error */
export const measureTexts: MeasureTexts = async (wanted) => {
  const parts = Array.from({ length: Math.ceil(wanted.length / MAX_LAYERS) }, (_, index) =>
    wanted.slice(index * MAX_LAYERS, (index + 1) * MAX_LAYERS),
  );
  const measured: MeasuredText[] = [];
  for (const part of parts) measured.push(...(await measurePart(part)));
  return measured;
};

async function measurePart(part: readonly MeasurableText[]): Promise<readonly MeasuredText[]> {
  const layers = part.map((text, index) => ({ id: `t${index}`, type: "text", x: 0, y: 0, ...text }));
  // The service checks the document.
  const body = { document: { ...PICTURE, layers } as never, scale: LOWEST_SCALE, format: "png" as const };
  const response = await irs.request("POST /templates/preview", { body, headers: { accept: "application/json" } });
  const { layers: found } = (await response.json()) as { readonly layers: readonly MeasuredLayer[] };
  const byId = new Map(found.map((layer) => [layer.layerId, layer]));
  return layers.map(({ id }) => {
    const layer = byId.get(id);
    const [first] = layer?.text?.lines ?? [];
    if (layer?.text === undefined || first === undefined) throw new Error(texts.notMeasured);
    return {
      widths: layer.text.lines.map(({ width }) => width),
      height: layer.box.height,
      baseline: first.baseline - layer.box.y,
    };
  });
}
