/** Renders the small pictures beside the layer types and attributes of the template format. */
import { readFileSync } from "node:fs";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { BASES, PHOTO, SAMPLE_SIZE, SAMPLES } from "./attribute-samples.js";

const PHOTO_FILE = new URL("../../examples/features/assets/balloon.webp", import.meta.url);
/** Shared attributes are shown with a rectangle. */
const SHARED_TYPE = "rectangle";
const SCALE = 2;

/** Returns the files by their name: `TYPE.webp`, `TYPE-ATTRIBUTE.webp` and `shared-ATTRIBUTE.webp`. */
export async function renderSamples(): Promise<ReadonlyMap<string, Uint8Array>> {
  const renderer = new Renderer({
    fonts: createFontLibrary(),
    limits: DEFAULT_RENDER_LIMITS,
    loadImage: (url) =>
      url === PHOTO ? Promise.resolve(readFileSync(PHOTO_FILE)) : Promise.reject(new Error(`${url} is not a sample.`)),
  });
  const files = new Map<string, Uint8Array>();
  const render = async (name: string, type: string, changes: object): Promise<void> => {
    const layer = { id: "sample", type, ...BASES[type], ...changes };
    const document = { name, ...SAMPLE_SIZE, background: "#f6f6f4", layers: [layer] };
    const { bytes } = await renderer.render(document, { format: "webp", scale: SCALE });
    files.set(`${name}.webp`, bytes);
  };
  for (const type of Object.keys(BASES)) await render(type, type, {});
  for (const [group, samples] of Object.entries(SAMPLES)) {
    const type = group === "shared" ? SHARED_TYPE : group;
    for (const [attribute, changes] of Object.entries(samples)) await render(`${group}-${attribute}`, type, changes);
  }
  return files;
}
