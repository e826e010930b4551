import * as z from "zod";
import { linkTo, pictureOf } from "../pictures/show-job.js";
import { QUALITY_FORMATS } from "./shapes/formats.js";
import { jobShape, nextStep, shownJob } from "./shapes/job.js";
import { pictureShape, templateId } from "./shapes/request.js";
import { defineTool } from "./tool.js";

/** A picture after a long wait would come too late for the function's time. Its link does not. */
const PICTURE_SECONDS = 3;

/** Renders one picture, waits for it, and shows it. */
export const render = defineTool({
  name: "render",
  title: "Render a picture",
  description:
    "Renders a template with layers and variables, and waits up to 25 s. Returns the picture and a link to it that needs no key. Costs one credit; a failed render costs none.",
  scopes: ["render"],
  effect: "create",
  input: z.object({
    template: templateId,
    ...pictureShape,
    quality: z.int().min(1).max(100).optional().describe(`Only for ${QUALITY_FORMATS}.`),
    webhookUrl: z.string().max(2048).optional().describe("An https URL that receives a webhook at the end."),
    metadata: z.record(z.string(), z.string()).optional().describe("Strings to find the render by."),
  }),
  output: z.object({ ...jobShape, next: z.string().optional().describe("What to do now.") }),
  async run(request, context) {
    const job = await context.service.createRender(request, context.remainingWaitSeconds());
    const { layers = {}, variables = {} } = request;
    const hasTime = context.remainingWaitSeconds() >= PICTURE_SECONDS;
    const picture = hasTime ? await pictureOf(job, { layers, variables }, context) : undefined;
    const next = nextStep(job);
    return {
      data: { ...shownJob(job), ...(next !== undefined && { next }) },
      pictures: picture === undefined ? [] : [{ ...picture, caption: `Render ${job.id}` }],
      links: linkTo(job),
      failed: job.status === "failed",
    };
  },
});
