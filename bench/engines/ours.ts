import { hash } from "node:crypto";
import type { ImageFormat } from "@image-render/engine/formats";
import type { TemplateSource } from "../../packages/engine/src/document/document.js";
import type { DocumentSize } from "@image-render/engine/document";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import type { Design, Engine, Format, Part } from "../design.js";

const FORMATS: Readonly<Record<Format, ImageFormat>> = { png: "png", jpeg: "jpg", webp: "webp" };

/** The memory of the functions that render. */
export const FUNCTION_BYTES = 1769 * 2 ** 20;

/** This engine as the renderer function uses it: one renderer for the process, and one compilation for each version. */
export function ours(): Engine & { compilations: () => number } {
  let compilations = 0;
  const context = {
    fonts: createFontLibrary(),
    limits: DEFAULT_RENDER_LIMITS,
    loadImage: () => Promise.reject(new Error("The benchmark fetches nothing.")),
  };
  const renderer = new Renderer(context, { memoryBytes: FUNCTION_BYTES, onCompile: () => (compilations += 1) });
  return {
    compilations: () => compilations,
    name: "ours",
    render: async (design, format) => {
      const { document, layers } = templateOf(design);
      const request = { format: FORMATS[format], scale: design.scale, layers };
      return (await renderer.render(document, request, { version: versionOf(document) })).bytes;
    },
    close: () => Promise.resolve(),
  };
}

const versions = new Map<string, string>();

/** Identifies a template version, as its ID and number do in the service. */
function versionOf(document: TemplateSource): string {
  const outline = JSON.stringify(document.layers.map(({ id, x, y, width, height }) => [id, x, y, width, height]));
  const known = versions.get(outline) ?? hash("sha1", outline);
  versions.set(outline, known);
  return known;
}

/** The design as a template, and its texts and fresh images as overrides of a request. */
export function templateOf({ width, height, parts }: Design): {
  document: TemplateSource & DocumentSize;
  layers: Record<string, { text: string } | { image_url: string }>;
} {
  const layers = parts.map((part, index) => layerOf(part, `part-${index}`));
  const changes = parts.flatMap((part, index): [string, { text: string } | { image_url: string }][] => {
    if (part.kind === "text") return [[`part-${index}`, { text: part.text }]];
    return part.kind === "image" && part.isFresh ? [[`part-${index}`, { image_url: part.source }]] : [];
  });
  return { document: { width, height, layers }, layers: Object.fromEntries(changes) };
}

function layerOf(part: Part, id: string): TemplateSource["layers"][number] {
  const { x, y, width, height } = part;
  const place = { id, x, y, width, height };
  switch (part.kind) {
    case "text":
      return {
        ...place,
        type: "text",
        name: id,
        text: "Text",
        color: part.color,
        font_size: part.size,
        font_weight: part.weight,
        max_lines: 1,
      };
    case "image":
      return part.isFresh
        ? { ...place, type: "image", name: id, image_url: "", border_radius: part.radius ?? 0 }
        : { ...place, type: "image", image_url: part.source, border_radius: part.radius ?? 0 };
    case "box":
      return {
        ...place,
        type: "rectangle",
        background_color: part.color,
        border_radius: part.radius ?? 0,
        ...(part.gradient === undefined ? {} : { background_gradient: gradientOf(part.gradient) }),
        ...(part.shadow === undefined
          ? {}
          : { shadow_color: `rgba(0, 0, 0, ${part.shadow})`, shadow_y: 4, shadow_blur: 16 }),
      };
  }
}

function gradientOf([first, second]: readonly [string, string]) {
  const stops = [
    { color: first, position: 0 },
    { color: second, position: 1 },
  ];
  return { type: "linear-gradient" as const, angle: 180, stops };
}
