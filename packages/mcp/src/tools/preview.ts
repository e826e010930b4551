import * as z from "zod";
import { sizeOf } from "../pictures/fit-scale.js";
import { type PreviewSubject, previewOf } from "../pictures/preview.js";
import { applyPatch, patchSchema } from "../patch/apply-patch.js";
import type { JsonObject } from "../service/render-service.js";
import { documentSchema } from "./shapes/document.js";
import { contentShape, templateId } from "./shapes/request.js";
import { shownWarnings, warningShape } from "./shapes/warning.js";
import { defineTool, type ToolContext } from "./tool.js";
import { ToolInputError } from "./tool-input-error.js";

const input = z.object({
  template: templateId.optional(),
  document: documentSchema.optional().describe("A whole template document that is not stored, instead of `template`."),
  patch: patchSchema
    .optional()
    .describe("Changes of the stored document to try, as in update_template. Saves nothing."),
  ...contentShape,
  transparent: z.boolean().optional().describe("Leaves out the background."),
});

/** Shows a template, a change of it, or a new document. */
export const preview = defineTool({
  name: "preview",
  title: "Look at a picture before it is rendered",
  description:
    "Returns a picture of a stored template, of a stored template with a JSON Patch, or of a new document. Free, and saves nothing. At most 1 megapixel.",
  scopes: ["templates"],
  effect: "read",
  input,
  output: z.object({ width: z.number(), height: z.number(), warnings: z.array(warningShape) }),
  async run({ template, document, patch, version, ...content }, { service }) {
    const subject = await subjectOf({ template, document, patch, version }, service);
    const stored = "template" in subject && version !== undefined ? { version } : {};
    const picture = await previewOf(service, subject, { ...content, ...stored });
    return {
      data: { ...subject.size, warnings: shownWarnings(picture.warnings) },
      pictures: [{ ...picture, caption: "Preview" }],
    };
  },
});

type Wanted = Pick<z.output<typeof input>, "template" | "document" | "patch" | "version">;

/** @throws ToolInputError unless there is either a template or a document */
async function subjectOf(wanted: Wanted, service: ToolContext["service"]): Promise<PreviewSubject> {
  const { template, document, patch, version } = wanted;
  if ((template === undefined) === (document === undefined)) {
    throw new ToolInputError("Give either `template` or `document`.");
  }
  if (template === undefined || document !== undefined) {
    const changed = patched(document ?? {}, patch);
    return { document: changed, size: sizeOf(changed) };
  }
  if (patch === undefined) {
    const { width, height } = await service.getOverrides(template, version);
    return { template, size: { width, height } };
  }
  const stored = await service.getTemplate(template, version);
  const changed = patched(stored.template.document, patch);
  return { document: changed, size: sizeOf(changed) };
}

function patched(document: JsonObject, patch: Wanted["patch"]): JsonObject {
  return patch === undefined ? document : documentSchema.parse(applyPatch(document, patch));
}
