import * as z from "zod";
import { pictureShape, templateId } from "./shapes/request.js";
import { shownWarnings, warningShape } from "./shapes/warning.js";
import { defineTool } from "./tool.js";

const output = z.object({
  valid: z.literal(true),
  version: z.number(),
  width: z.number(),
  height: z.number(),
  warnings: z.array(warningShape),
});

/** Checks a render request without rendering. */
export const validate = defineTool({
  name: "validate",
  title: "Check a render request",
  description:
    "Checks layers, variables and options against a template. Creates nothing and costs nothing. Lists every problem with its place.",
  scopes: ["render"],
  effect: "read",
  input: z.object({ template: templateId, ...pictureShape }),
  output,
  async run(request, { service }) {
    const { version, width, height, warnings } = await service.checkRender(request);
    return { data: { valid: true as const, version, width, height, warnings: shownWarnings(warnings) } };
  },
});
