import * as z from "zod";
import { type Issue } from "../errors.js";
import { MAX_PICTURE_PIXELS, type TemplateDocument, templateDocumentSchema } from "./document.js";
import { formatPath, issuesOf, sentenceFor } from "../issues.js";
import { placeholdersIn } from "./placeholders.js";
import { didYouMean, quote } from "../suggest.js";

export type CheckedDocument = { readonly document: TemplateDocument } | { readonly issues: readonly Issue[] };

/** Checks a document as a whole: either it is right, with its defaults filled in, or all its faults are told at once. */
export function checkTemplateDocument(value: unknown): CheckedDocument {
  const parsed = templateDocumentSchema.safeParse(value, { error: sentenceFor });
  const issues = [...(parsed.success ? [] : issuesOf(parsed.error)), ...issuesBetweenParts(value)];
  return parsed.success && issues.length === 0 ? { document: parsed.data } : { issues };
}

/**
 * A reading of a document that forgives everything, so that faults between its parts are found beside those of the
 * parts: Zod runs no refinement of an object that has a fault inside.
 */
const outlineSchema = z
  .object({
    width: z.number().catch(0),
    height: z.number().catch(0),
    variables: z.array(z.object({ name: z.string() }).catch({ name: "" })).catch([]),
    layers: z
      .array(z.object({ id: z.string().catch(""), text: z.string().catch("") }).catch({ id: "", text: "" }))
      .catch([]),
  })
  .catch({ width: 0, height: 0, variables: [], layers: [] });
type Outline = z.infer<typeof outlineSchema>;

function issuesBetweenParts(value: unknown): Issue[] {
  const outline = outlineSchema.parse(value);
  return [
    ...sizeIssues(outline),
    ...repeatIssues(
      outline.variables.map(({ name }) => name),
      ["variables"],
      "name",
    ),
    ...repeatIssues(
      outline.layers.map(({ id }) => id),
      ["layers"],
      "id",
    ),
    ...placeholderIssues(outline),
  ];
}

function sizeIssues({ width, height }: Outline): Issue[] {
  if (width * height <= MAX_PICTURE_PIXELS) return [];
  return [{ path: "width", message: `Width times height must be at most ${MAX_PICTURE_PIXELS / 1e6} megapixels.` }];
}

function repeatIssues(names: readonly string[], list: readonly string[], key: string): Issue[] {
  return names.flatMap((name, index) =>
    name === "" || names.indexOf(name) === index
      ? []
      : [
          {
            path: formatPath([...list, index, key]),
            message: `The ${key} ${quote(name)} is taken by an earlier entry.`,
          },
        ],
  );
}

function placeholderIssues({ variables, layers }: Outline): Issue[] {
  const known = new Set(variables.map(({ name }) => name));
  return layers.flatMap(({ text }, index) =>
    [...new Set(placeholdersIn(text))]
      .filter((name) => !known.has(name))
      .map((name) => ({
        path: formatPath(["layers", index, "text"]),
        message: `There is no variable ${quote(name)} in this template.${didYouMean(name, known)}`,
      })),
  );
}
