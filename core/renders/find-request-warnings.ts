/** The warnings of a request before anything is rendered: texts that would not fit, and characters that no font has. */
import type { Overrides, TemplateDocument, Warning } from "@image-render/engine/document";
import type { CreateRender } from "../contract/render-request.js";
import { replacedCharacters } from "../shared/replaced-characters.js";
import type { CheckedRender } from "./check-render.js";
import { inputsOf, type RenderInputs } from "./job.js";

/**
 * Lays out a checked request. It loads no image.
 *
 * @throws ServiceError `VALIDATION_ERROR` if the render would also fail, for example because a font that the document
 *   names is missing.
 */
export type FindWarnings = (
  document: TemplateDocument,
  overrides: Overrides,
  workspaceId: string,
) => Promise<readonly Warning[]>;

const NOT_CHECKED: Warning = {
  code: "NOT_CHECKED",
  layer: "",
  message:
    "The texts were not laid out, because the request took too long. Send fewer items at once to have them checked.",
};

/**
 * Lays out the requests of one list, one after the other. Requests that are not laid out in time get a warning that
 * says so.
 */
export function findWarningsUntil(untilMs: number, now: () => number, findWarnings: FindWarnings): FindWarnings {
  let previous: Promise<unknown> = Promise.resolve();
  return (...request) => {
    const found = previous.then(async () => (now() < untilMs ? await findWarnings(...request) : [NOT_CHECKED]));
    previous = found.catch(() => undefined);
    return found;
  };
}

/** Returns the warnings about the texts that a request sent. */
export function textWarnings({
  layers,
  variables,
  about,
  metadata,
}: RenderInputs & Partial<Pick<CreateRender, "metadata">>): Warning[] {
  return replacedCharacters({ layers, variables, ...(about !== undefined && { about }), metadata });
}

/** Resolves to all warnings that a request has before it is rendered. */
export async function requestWarnings(
  findWarnings: FindWarnings,
  workspaceId: string,
  given: Parameters<typeof textWarnings>[0],
  { template, request }: Pick<CheckedRender, "template" | "request">,
): Promise<Warning[]> {
  return [...textWarnings(given), ...(await findWarnings(template.document, inputsOf(request), workspaceId))];
}
