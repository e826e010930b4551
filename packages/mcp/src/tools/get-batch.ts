import * as z from "zod";
import { batchShape, shownBatch } from "./shapes/batch.js";
import { idSchema } from "./shapes/request.js";
import { defineTool } from "./tool.js";

/** Waits for a batch. */
export const getBatch = defineTool({
  name: "get_batch",
  title: "Look at a batch",
  description: "Waits up to 25 s if renders of the batch are queued. Returns a link to each finished picture.",
  scopes: ["render"],
  effect: "read",
  input: z.object({ batch: idSchema.describe("The ID that render_batch returned.") }),
  output: z.object(batchShape),
  async run({ batch: id }, { service, remainingWaitSeconds }) {
    const batch = await service.getBatch(id);
    return shownBatch(batch.status === "queued" ? await service.waitForBatch(id, remainingWaitSeconds()) : batch);
  },
});
