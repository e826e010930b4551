/** The cost of images: decoding, resizing, filtering, and drawing them. */
import { hasRoundedCorner, type RoundedCorners } from "../document/attributes/corner-radii.js";
import { boxCost, type BoxLook, drawnCost, isVisible, isDrawnWhole, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import type { ImageWork } from "./image-work.js";
import { sourceCost } from "./svg-source-cost.js";

/** The attributes of an image that determine its cost. */
export interface ImageLook extends BoxLook, RoundedCorners {
  readonly image_url: string;
  readonly fallback_image_url: string;
  readonly blur: number;
  readonly greyscale: boolean;
  readonly brightness: number;
  readonly tint: string;
  readonly fit: "cover" | "contain" | "fill" | "none";
  readonly crop: "focus" | "smart";
}

type Faded = Pick<ImageLook, "opacity"> & Partial<ImageLook>;

/** For each pixel at the size that the layer needs: resizing, multiplying by alpha, blending. */
const RESIZED_PIXEL_NS = 45;
const FILTERED_PIXEL_NS = 60;
const BLURRED_PIXEL_NS = 60;
/** For each pixel of an image that is drawn as part of an SVG: it is encoded, decoded and resampled. */
const EMBEDDED_PIXEL_NS = 190;
const MASKED_PIXEL_NS = 20;
const RESIZED_BYTES = 12;
const EMBEDDED_BYTES = 24;

/** Returns the cost of an image in its box. An image that exceeds the shared limit of all images is not decoded. */
export function imageCost(look: ImageLook, box: PlacedBox): Cost {
  const { image_url, fallback_image_url } = look;
  if (image_url === "" && fallback_image_url === "") return boxCost(look, box);
  const own = box.picture.images.workOf(image_url);
  const fallback = box.picture.images.workOf(fallback_image_url);
  return addCosts([
    boxCost(look, box),
    // The fallback image is decoded only in place of the other one.
    { ...FREE, images: [own.cpuMs >= fallback.cpuMs ? own : fallback] },
    ...[own.svg, fallback.svg].map((svg) => (svg === undefined ? FREE : sourceCost(svg, "file", look.fit, box))),
    pixelsCost(look, box),
  ]);
}

/** Returns whether an image fades together with its box. Without a visible box, its pixels are blended directly. */
function isFadedAsOne({
  opacity,
  background_color,
  background_gradient,
  border_width = 0,
  shadow_color,
}: Faded): boolean {
  if (opacity === 1) return false;
  return (
    isVisible(background_color) || background_gradient !== undefined || border_width > 0 || isVisible(shadow_color)
  );
}

/** Returns the cost of decoding a part of an image, regardless of what is done with its pixels. */
export function decodingCost({ pixels, cpuMs, memoryBytes }: ImageWork, share: number): Cost {
  const reason = `decoding its image of ${(pixels / 1e6).toFixed(1)} megapixels`;
  return { cpuMs: cpuMs * share, memoryBytes: memoryBytes * share, reason };
}

/**
 * Returns the cost of processing the pixels of an image at the size of its layer, which can be larger than the picture.
 */
export function pixelsCost(look: Faded & RoundedCorners, box: PlacedBox): Cost {
  const area = box.width * box.height * box.picture.scale ** 2;
  // A smart crop resizes the whole image, but a thin box shows only a small part of it.
  const longest = Math.max(box.width, box.height) * box.picture.scale;
  const covered = look.crop === "smart" && look.fit === "cover" ? 2 * longest ** 2 : area;
  const pixels = Math.min(Math.max(area, covered), box.picture.maxPixels);
  const { greyscale = false, brightness = 1, tint = "transparent", blur = 0 } = look;
  const filters = [greyscale, brightness !== 1, isVisible(tint)].filter(Boolean).length;
  const isMasked = hasRoundedCorner(look);
  const isEmbedded = box.isRotated || isFadedAsOne(look) || (isMasked && (isDrawnWhole(box) || look.fit !== "cover"));
  return addCosts([
    costOf("resizing its image", pixels, RESIZED_PIXEL_NS, RESIZED_BYTES),
    costOf("the filters of its image", pixels * filters, FILTERED_PIXEL_NS),
    blur > 0 ? costOf("the blur of its image", pixels, BLURRED_PIXEL_NS, RESIZED_BYTES) : FREE,
    isEmbedded ? costOf("drawing its image", pixels, EMBEDDED_PIXEL_NS, EMBEDDED_BYTES) : FREE,
    isMasked ? costOf("its rounded corners", visiblePixels(box), MASKED_PIXEL_NS) : FREE,
    isEmbedded ? drawnCost({ ...box, at: undefined }, look.opacity, true) : FREE,
  ]);
}
