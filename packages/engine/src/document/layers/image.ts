import * as z from "zod";
import { attribute, documentAttribute } from "../attributes/attribute.js";
import { DEFAULT_GROUND, defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { colorSchema } from "../attributes/gradient.js";
import { MAX_BLUR_PX } from "../attributes/shadow.js";
import { IMAGE_URL_FILLER } from "../layer-types/placeholders.js";
import { backgroundColor, border, fit, fractionSchema, radius, shadow, size } from "../attributes/shared-attributes.js";
import { urlSchema, urlTextSchema } from "./image-address.js";
import { masking } from "./masking.js";

const imageUrl = attribute("url", "Image", urlSchema);

const placement = {
  fit: fit.default("cover"),
  crop: attribute("string", "What a cover keeps in view", z.enum(["focus", "smart"])).default("focus"),
  focus_x: attribute("number", "Focus from the left", fractionSchema).default(0.5),
  focus_y: attribute("number", "Focus from the top", fractionSchema).default(0.5),
};

const filters = {
  // The cost of a blur grows with the square of its radius.
  blur: attribute("number", "Blur", z.number().min(0).max(MAX_BLUR_PX)).default(0),
  greyscale: attribute("boolean", "Shades of gray", z.boolean()).default(false),
  brightness: attribute("number", "Brightness; 1 leaves it as it is", z.number().min(0).max(5)).default(1),
  tint: attribute("color", "Tint", colorSchema).default("transparent"),
};

const fallback = {
  fallback_image_url: attribute("url", "Image that replaces an unavailable image", urlSchema).default(""),
  fallback_color: attribute(
    "color",
    "Color that replaces an unavailable image. Default: a light gray",
    colorSchema,
  ).optional(),
  strict: attribute("boolean", "Fail instead of using the fallback", z.boolean()).default(false),
};

/** An image from an address, a data URI, or an upload. As a background, it fills the document and lies over a color. */
export const imageLayer = defineLayer({
  type: "image",
  attributes: {
    ...size,
    image_url: imageUrl.inDocuments(urlTextSchema.default("")),
    ...placement,
    ...filters,
    ...fallback,
    background_color: backgroundColor.default("transparent"),
    ...border,
    ...radius,
    ...shadow,
    ...masking,
  },
  placeholders: {
    image_url: { ...IMAGE_URL_FILLER, fallback: "fallback_image_url" },
    mask_image_url: IMAGE_URL_FILLER,
  },
  content: "image_url",
  background: {
    attributes: {
      image_url: imageUrl.inDocuments(urlTextSchema),
      ...placement,
      color: documentAttribute(
        colorSchema
          .optional()
          .describe(
            "The color beneath the image (default: white). If it is given, it also replaces an unavailable image.",
          ),
      ),
    },
    toLayer: ({ color, ...attributes }) => ({
      ...attributes,
      background_color: color ?? DEFAULT_GROUND,
      // Absent if the author chose no color. An unavailable image then has no fallback.
      ...(color !== undefined && { fallback_color: color }),
    }),
  },
});

export type ImageLayer = LayerOf<typeof imageLayer>;
