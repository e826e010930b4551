/** The addresses of images in layers. */
import * as z from "zod";
import { imageUrlIssue, MAX_IMAGE_URL_LENGTH } from "../attributes/image-url.js";
import { hasPlaceholders } from "../text-template/parse-text.js";

export const urlSchema = z
  .string()
  .max(MAX_IMAGE_URL_LENGTH)
  .superRefine((text, context) => {
    const message = text === "" ? undefined : imageUrlIssue(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** In a document, the address can contain placeholders. The filled address is checked for each request. */
export const urlTextSchema = z
  .string()
  .max(MAX_IMAGE_URL_LENGTH)
  .superRefine((text, context) => {
    const message = text === "" || hasPlaceholders(text) ? undefined : imageUrlIssue(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
