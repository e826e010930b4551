import * as z from "zod";
import { closedObject } from "./attributes/closed-object.js";

/** The maximum number of characters of a text about a picture. */
export const MAX_ABOUT_LENGTH = 500;

/**
 * A text that the metadata of every format can contain. XML cannot contain control characters, unpaired surrogates and
 * the noncharacters U+FFFE and U+FFFF.
 */
const plainText = (description: string) =>
  z
    .string()
    .min(1)
    .max(MAX_ABOUT_LENGTH)
    .regex(/^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u, {
      error: "It must be plain text without line breaks and other control characters.",
    })
    .optional()
    .describe(description);

/** The words about a picture that its file contains as metadata. */
export const aboutSchema = closedObject({
  title: plainText("The title of the picture."),
  author: plainText("The person or company that made it."),
  copyright: plainText("The copyright notice."),
});
