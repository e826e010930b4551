import * as z from "zod";
import type { RenderService } from "../service/render-service.js";
import { defineTool } from "./tool.js";

const MAX_UPLOADS = 100;

/** Lists font families. */
export const listFonts = defineTool({
  name: "list_fonts",
  title: "List fonts",
  description:
    "The built-in font families with their scripts and weights, and the font files that the workspace has uploaded. Filter by a part of the name, a style (serif, sans serif, …) or a script (Arabic, Greek, …).",
  scopes: ["render", "templates"],
  effect: "read",
  input: z.object({ filter: z.string().max(100).optional() }),
  output: z.object({
    families: z.array(z.object({ family: z.string(), style: z.string(), scripts: z.string(), weights: z.string() })),
    uploads: z
      .array(z.object({ file: z.string(), src: z.string().describe("For `fonts` in a template document.") }))
      .optional(),
  }),
  async run({ filter = "" }, { service }) {
    const { default: all } = await import("../documentation/fonts.json", { with: { type: "json" } });
    const families = all.map(({ family, style, scripts, weights }) => ({
      family,
      style,
      scripts: scripts.join(", "),
      weights,
    }));
    const found = families.filter((one) => has(`${one.family} ${one.style} ${one.scripts}`, filter));
    const uploads = (await uploadedFonts(service)).filter(({ file }) => has(file, filter));
    return { data: { families: found, ...(uploads.length > 0 && { uploads }) } };
  },
});

async function uploadedFonts(service: RenderService): Promise<{ file: string; src: string }[]> {
  const { uploads } = await service.listUploads({ limit: MAX_UPLOADS });
  return uploads
    .filter(({ contentType }) => contentType.startsWith("font/"))
    .map(({ id, path, filename }) => ({ file: filename ?? id, src: path }));
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
