import * as z from "zod";
import { renderId } from "./shapes/request.js";
import { defineTool } from "./tool.js";

/** Delivers the webhook of a render again. */
export const resendWebhook = defineTool({
  name: "resend_webhook",
  title: "Send a webhook again",
  description: "Delivers the webhook of a finished render again, with the same event ID. get_render shows the result.",
  scopes: ["render"],
  effect: "create",
  input: z.object({ render: renderId }),
  output: z.object({ eventId: z.string(), targets: z.number().describe("How many addresses receive it.") }),
  async run({ render }, { service }) {
    const { eventId, targets } = await service.resendWebhook(render);
    return { data: { eventId, targets } };
  },
});
