import * as z from "zod";
import { attribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { knownHtml } from "../html/html-facts.js";
import { HTML_FILLER } from "../html/html-filler.js";
import { htmlMentions } from "../html/html-mentions.js";
import { HTML_LIMITS } from "../html/html-vocabulary.js";
import { backgroundColor, border, radius, shadow, size } from "../attributes/shared-attributes.js";

/** In the HTML of a request, braces are text. */
const htmlSchema = checkedHtml(false);
/** In a document, the HTML can contain placeholders. The filled HTML is checked for each request. */
const htmlTemplateSchema = checkedHtml(true);

function checkedHtml(isTemplate: boolean) {
  return z
    .string()
    .max(HTML_LIMITS.characters)
    .superRefine((text, context) => {
      const issues = text.trim() === "" ? [] : knownHtml(text, isTemplate).issues;
      for (const message of issues) context.addIssue({ code: "custom", message });
    });
}

/** HTML with CSS, which is laid out in the layer's box. */
export const htmlLayer = defineLayer({
  type: "html",
  attributes: {
    ...size,
    html: attribute("text", "HTML", htmlSchema).inDocuments(htmlTemplateSchema.default("")),
    background_color: backgroundColor.default("transparent"),
    ...border,
    ...radius,
    ...shadow,
  },
  placeholders: { html: HTML_FILLER },
  content: "html",
  mentions: htmlMentions,
});

export type HtmlLayer = LayerOf<typeof htmlLayer>;
