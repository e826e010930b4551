import { ServiceError } from "../../contract/errors.js";
import { loadResvg } from "../native.js";

/** A picture as pixels: RGBA, colours multiplied by alpha, rows from the top without gaps. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Draws an SVG at exactly the given size. */
export async function rasterize(svg: string, size: { width: number; height: number }): Promise<Frame> {
  try {
    // Texts are outlines already; looking for the system's fonts would cost 60 ms for nothing.
    const options = { font: { loadSystemFonts: false } };
    const image = await loadResvg().renderAsync(atSize(svg, size), options);
    return { width: image.width, height: image.height, pixels: image.pixels };
  } catch (cause) {
    throw new ServiceError("INTERNAL", "The picture could not be drawn.", { internal: "resvg failed", cause });
  }
}

/**
 * The SVG with another size on its outermost element; its view box stays. So the picture has exactly the size that was
 * announced, and where its sides round apart (120×61 at scale 0.33) the stretch leaves no fringe at an edge.
 */
function atSize(svg: string, { width, height }: { width: number; height: number }): string {
  return svg.replace(
    /^<svg width="[\d.]+" height="[\d.]+"/,
    `<svg width="${width}" height="${height}" preserveAspectRatio="none"`,
  );
}
