/** The editions of the template language. A new edition changes what a document means, but no stored version. */
import * as z from "zod";

/** The edition of new documents. */
export const CURRENT_EDITION = 2;

/** The edition of versions that were stored before versions had one. */
export const FIRST_EDITION = 1;

export const editionSchema = z.literal([FIRST_EDITION, CURRENT_EDITION], {
  error: `It must be ${FIRST_EDITION} or ${CURRENT_EDITION}.`,
});

/** Returns whether the attributes of a document can be expressions. `edition` is unchecked. */
export function hasExpressions(edition: unknown): boolean {
  return edition !== FIRST_EDITION;
}

/**
 * 1: braces in attributes are literal text, a shadow has the shape of its box, a space that a family lacks comes from
 * another family, built-in families have only their original weights, and variable fonts in HTML have their default
 * weight.
 * 2: a text in braces is an expression, a shadow has the shape of what it belongs to, the space is made from the text's
 * own font, and fonts have all weights that exist for them.
 */
export type Edition = z.infer<typeof editionSchema>;
