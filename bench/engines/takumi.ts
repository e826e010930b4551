import { type Node, Renderer } from "@takumi-rs/core";
import type { Engine, Part } from "../design.js";
import { FONTS } from "./fonts.js";
import { styleOf } from "./tree.js";

/** Takumi, a Rust engine, with its caches on. */
export async function takumi(): Promise<Engine> {
  const renderer = new Renderer();
  for (const { name, weight, style, data } of FONTS) await renderer.registerFont({ name, weight, style, data });
  return {
    name: "takumi",
    render: async ({ width, height, scale, parts }, format) => {
      const size = { width: width * scale, height: height * scale };
      const root = { type: "container", style: { ...size, position: "relative" }, children: nodesOf(parts, scale) };
      // Without a quality its WebP is lossless.
      const quality = format === "jpeg" ? { quality: 88 } : format === "webp" ? { quality: 86 } : {};
      return await renderer.render(root as Node, { ...size, format, ...quality });
    },
    close: () => Promise.resolve(),
  };
}

function nodesOf(parts: readonly Part[], scale: number) {
  return parts.map((part) => {
    const style = styleOf(part, scale);
    if (part.kind === "text") return { type: "text", text: part.text, style };
    return part.kind === "image"
      ? { type: "image", src: part.source, style }
      : { type: "container", style, children: [] };
  });
}
