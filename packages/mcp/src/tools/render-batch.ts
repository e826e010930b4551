import * as z from "zod";
import { batchShape, shownBatch } from "./shapes/batch.js";
import { pictureShape, templateId } from "./shapes/request.js";
import { defineTool } from "./tool.js";

/** Renders several pictures, and waits for them. */
export const renderBatch = defineTool({
  name: "render_batch",
  title: "Render several pictures",
  description:
    "Renders 1 to 50 pictures, all or nothing, and waits up to 25 s. Returns a link to each. Costs one credit per picture. If one item is wrong, nothing is created and the error names the item.",
  scopes: ["render"],
  effect: "create",
  input: z.object({
    jobs: z
      .array(z.object({ template: templateId, ...pictureShape }))
      .min(1)
      .max(50),
  }),
  output: z.object(batchShape),
  async run({ jobs }, { service, remainingWaitSeconds }) {
    const created = await service.createBatch({ jobs });
    const batch =
      created.status === "queued" ? await service.waitForBatch(created.id, remainingWaitSeconds()) : created;
    return shownBatch(batch);
  },
});
