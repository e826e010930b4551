import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary } from "@image-render/engine";
import { renderPicture } from "../../packages/engine/src/renderer/render-picture.js";

const CELL = { width: 600, height: 315, label: 32, gap: 12 };
const COLUMNS = 2;
const HOST = "https://pictures.example/";

/** Draws all pictures with the names of their engines. This engine draws them. */
export async function sideBySide(pngs: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const [across, down] = [CELL.width + CELL.gap, CELL.height + CELL.label + CELL.gap];
  const layers = [...pngs.keys()].flatMap((name, index) => {
    const [x, y] = [CELL.gap + (index % COLUMNS) * across, Math.floor(index / COLUMNS) * down];
    const place = { x, width: CELL.width };
    return [
      {
        ...place,
        id: `label-${index}`,
        type: "text",
        y,
        height: CELL.label,
        text: name,
        font_size: 20,
        color: "#0f172a",
      },
      {
        ...place,
        id: `picture-${index}`,
        type: "image",
        y: y + CELL.label,
        height: CELL.height,
        image_url: HOST + name,
      },
    ];
  });
  const document = {
    width: COLUMNS * across + CELL.gap,
    height: Math.ceil(pngs.size / COLUMNS) * down + CELL.gap,
    background: "#ffffff",
    layers,
  };
  const loadImage = (url: string) => Promise.resolve(pngs.get(url.slice(HOST.length)) ?? new Uint8Array());
  const context = { fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage };
  return (await renderPicture(document, { format: "jpg" }, context)).bytes;
}
