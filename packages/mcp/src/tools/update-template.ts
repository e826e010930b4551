import * as z from "zod";
import { MAX_COMPARED_PIXELS, sizeOf } from "../pictures/fit-scale.js";
import { previewOf } from "../pictures/preview.js";
import { applyPatch, patchSchema } from "../patch/apply-patch.js";
import type { JsonObject, RenderService, TaggedTemplate } from "../service/render-service.js";
import { documentSchema } from "./shapes/document.js";
import { overridesShape, templateId } from "./shapes/request.js";
import { shownWarnings, warningShape } from "./shapes/warning.js";
import { defineTool } from "./tool.js";

const input = z.object({
  template: templateId,
  patch: patchSchema.describe(
    'JSON Patch of the document, for example [{"op":"replace","path":"/layers/title/color","value":"#e11d48"}].',
  ),
  ...overridesShape,
});

/** Changes a stored template, and shows it before and after. */
export const updateTemplate = defineTool({
  name: "update_template",
  title: "Change a template",
  description:
    "Applies a JSON Patch to a template's document and saves the result as its next version. Returns a picture of before and of after. Get paths from get_template. `layers` and `variables` fill the pictures with sample contents. Earlier versions stay.",
  scopes: ["templates"],
  effect: "change",
  input,
  output: z.object({
    template: z.string(),
    version: z.number().describe("The version that has the change."),
    before: z.number().describe("The version before the change."),
    changed: z.boolean().describe("False if the patch changes nothing."),
    warnings: z.array(warningShape),
  }),
  async run({ template: id, patch, ...sample }, { service }) {
    const { template, etag } = await service.getTemplate(id);
    const document = documentSchema.parse(applyPatch(template.document, patch));
    const [before, after] = await picturesOf(service, template, document, sample);
    const saved = await service.updateTemplate(id, { document }, etag);
    const data = { template: id, version: saved.version, before: template.version };
    return {
      data: { ...data, changed: saved.version !== template.version, warnings: shownWarnings(after.warnings) },
      pictures: [
        ...(before === undefined ? [] : [{ ...before, caption: `Before: version ${template.version}` }]),
        { ...after, caption: `After: version ${saved.version}` },
      ],
    };
  },
});

/** Returns both pictures. The first one is missing if the stored version cannot be drawn: the patch may repair it. */
async function picturesOf(
  service: RenderService,
  { document, version, id }: TaggedTemplate["template"],
  changed: JsonObject,
  sample: JsonObject,
) {
  const stored = { template: id, size: sizeOf(document) };
  return await Promise.all([
    previewOf(service, stored, { ...sample, version }, MAX_COMPARED_PIXELS).catch(() => undefined),
    previewOf(service, { document: changed, size: sizeOf(changed) }, sample, MAX_COMPARED_PIXELS),
  ]);
}
