import * as z from "zod";
import { DEFAULT_FAMILY } from "../attributes/font-family.js";
import { attribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf, type Mentions } from "../layer-types/define-layer.js";
import { backgroundColor, border, color, fit, radius, shadow, size } from "../attributes/shared-attributes.js";
import { svgFacts, svgIssue } from "../svg/read-svg.js";

/**
 * The maximum number of characters of an SVG. A larger drawing belongs in an image layer, as a data URI or an upload.
 */
const MAX_SVG_LENGTH = 100_000;

const svgSchema = z
  .string()
  // An SVG that is too long is not read.
  .max(MAX_SVG_LENGTH, { abort: true })
  .superRefine((text, context) => {
    const message = text.trim() === "" ? undefined : svgIssue(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** An author's own drawing, which is sanitized. `color` is its `currentColor`. */
export const svgLayer = defineLayer({
  type: "svg",
  attributes: {
    ...size,
    svg: attribute("text", "SVG", svgSchema).default(""),
    color,
    fit: fit.default("contain"),
    background_color: backgroundColor.default("transparent"),
    ...border,
    ...radius,
    ...shadow,
  },
  content: "svg",
  mentions: svgMentions,
});

/** Returns the font families that the texts of a drawing name. None of them has to exist. */
function svgMentions(svg: string): Mentions {
  const facts = svg.trim() === "" || !svg.includes("<text") ? undefined : svgFacts(svg, "lettered");
  const families = facts === undefined || "issue" in facts ? [] : facts.texts.families;
  return {
    imageUrls: [],
    imageVariables: [],
    families: families.map((name) => ({ name, place: "", list: [name, DEFAULT_FAMILY] })),
  };
}

export type SvgLayer = LayerOf<typeof svgLayer>;
