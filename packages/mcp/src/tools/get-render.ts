import * as z from "zod";
import { linkTo } from "../pictures/show-job.js";
import type { Delivery, Job, RenderService } from "../service/render-service.js";
import { adviceFor } from "./shapes/failure-advice.js";
import { jobShape, nextStep, shownJob } from "./shapes/job.js";
import { renderId } from "./shapes/request.js";
import { defineTool } from "./tool.js";

const webhook = z.object({
  url: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: z.number(),
  lastProblem: z.string().optional(),
});

/** Waits for a render, and explains how it ended. */
export const getRender = defineTool({
  name: "get_render",
  title: "Look at a render, and explain a failure",
  description:
    "Waits up to 25 s if the render is queued. Explains a failure and its warnings with what to do, and shows the state of its webhook.",
  scopes: ["render"],
  effect: "read",
  input: z.object({ render: renderId }),
  output: z.object({
    ...jobShape,
    createdAt: z.string(),
    finishedAt: z.string().optional(),
    advice: z.array(z.string()).optional().describe("What to do about the error and the warnings."),
    webhooks: z.array(webhook).optional(),
    next: z.string().optional(),
  }),
  async run({ render }, { service, remainingWaitSeconds }) {
    const first = await service.getRender(render);
    const job = first.status === "queued" ? await service.waitForRender(render, remainingWaitSeconds()) : first;
    const { createdAt, finishedAt } = job;
    const [advice, next, webhooks] = [adviceFor(job), nextStep(job), await webhooksOf(service, job)];
    return {
      data: {
        ...shownJob(job),
        createdAt,
        ...(finishedAt !== undefined && { finishedAt }),
        ...(advice.length > 0 && { advice }),
        ...(webhooks.length > 0 && { webhooks }),
        ...(next !== undefined && { next }),
      },
      links: linkTo(job),
    };
  },
});

/** A queued job has sent no webhook yet. */
async function webhooksOf(service: RenderService, { id, status }: Job): Promise<z.input<typeof webhook>[]> {
  return status === "queued" ? [] : (await service.listDeliveries(id)).map(shownDelivery);
}

function shownDelivery({ url, status, attempts }: Delivery): z.input<typeof webhook> {
  const last = attempts.at(-1);
  const problem = last?.error ?? (last?.status === undefined ? undefined : `HTTP status ${last.status}`);
  return {
    url,
    status,
    attempts: attempts.length,
    ...(status !== "delivered" && problem !== undefined && { lastProblem: problem }),
  };
}
