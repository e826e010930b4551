import { formatColor, parseColor } from "../../contract/template/color.js";
import { type ImageLayer, type SvgLayer } from "../../contract/template/layers.js";
import { readSvg } from "../../contract/template/svg/read-svg.js";
import { writeSvgFile } from "../../contract/template/svg/write-svg-file.js";

/**
 * An author's drawing as the image layer that it is drawn as. The sanitized drawing goes through the image library, not
 * into the picture's own SVG: groups or clips that lie far off their drawing's area would end the rasterizer there.
 */
export function svgAsImage({ svg, color, fit, ...layer }: SvgLayer): ImageLayer {
  const read = svg.trim() === "" ? undefined : readSvg(svg);
  const file =
    read === undefined || "issue" in read ? "" : writeSvgFile(read.svg, formatColor(parseColor(color) ?? BLACK));
  return {
    ...layer,
    type: "image",
    image_url: file === "" ? "" : `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`,
    fit,
    crop: "focus",
    focus_x: 0.5,
    focus_y: 0.5,
    blur: 0,
    greyscale: false,
    brightness: 1,
    tint: "transparent",
    fallback_image_url: "",
    fallback_color: layer.background_color,
    strict: false,
  };
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
