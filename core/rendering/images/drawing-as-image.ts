import { formatColor, parseColor } from "../../contract/template/color.js";
import { type ImageLayer, type SvgLayer } from "../../contract/template/layers.js";
import { readSvg, writeSvgContent } from "../../contract/template/svg/sanitize-svg.js";

/**
 * An author's drawing as an image of the same place, its `currentColor` the layer's. So it is drawn by the codec library,
 * which takes whatever a drawing may hold: resvg 0.45 ends the process over a translucent group far outside the picture.
 */
export function drawingAsImage({ svg, color, ...layer }: SvgLayer): ImageLayer {
  return { ...PLAIN, ...layer, type: "image", image_url: drawingUri(svg, color) };
}

/** What an image has and a drawing has not. */
const PLAIN = {
  crop: "focus",
  focus_x: 0.5,
  focus_y: 0.5,
  blur: 0,
  greyscale: false,
  brightness: 1,
  tint: "transparent",
  fallback_color: "transparent",
  fallback_image_url: "",
  strict: false,
} as const;

function drawingUri(source: string, color: string): string {
  const read = source.trim() === "" ? undefined : readSvg(source);
  if (read === undefined || "fault" in read) return "";
  const { x, y, width, height } = read.svg.viewBox;
  const ink = formatColor(parseColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 0 });
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" ` +
    `height="${height}" viewBox="${x} ${y} ${width} ${height}" color="${ink}">${writeSvgContent(read.svg, "d")}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}`;
}
