/** Renders the charts of the documentation with this service's engine, for light and for dark pages. */
import { readFileSync } from "node:fs";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { charts } from "./chart-data.js";

/** The colors of the pages (`site/assets/site.css`), by the end of the file's name. */
const SCHEMES = {
  "": {},
  ".dark": {
    surface: "#1d1d1b",
    line: "#32322f",
    text: "#ededea",
    quiet: "#a3a39c",
    accent: "#93a6ff",
    bar: "#55554f",
  },
} as const;

/** Pages show the charts at half of this size. */
const SCALE = 2;

/** Returns the files by their name. */
export async function renderCharts(): Promise<ReadonlyMap<string, Uint8Array>> {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
  const template: unknown = JSON.parse(read("bars.template.json"));
  const renderer = new Renderer({
    fonts: createFontLibrary(),
    limits: DEFAULT_RENDER_LIMITS,
    loadImage: () => Promise.reject(new Error("Charts have no images.")),
  });
  const files = new Map<string, Uint8Array>();
  for (const { name, ...data } of charts((file) => read(`../${file}`))) {
    for (const [end, colors] of Object.entries(SCHEMES)) {
      const request = { variables: { ...data, ...colors }, format: "webp", scale: SCALE, transparent: true } as const;
      const { bytes, warnings } = await renderer.render(template, request);
      if (warnings.length > 0) throw new Error(`The chart ${name} has warnings: ${JSON.stringify(warnings)}`);
      files.set(`${name}${end}.webp`, bytes);
    }
  }
  return files;
}
