import * as z from "zod";
import { defineTool } from "./tool.js";

/** The last days of a month are enough to see a trend. */
const MAX_DAYS = 7;

/** Shows the plan and the credits. */
export const getUsage = defineTool({
  name: "get_usage",
  title: "See credits and usage",
  description: "The plan, the credits of this UTC month, and the spending of its last seven days with renders.",
  scopes: ["render", "admin"],
  effect: "read",
  input: z.object({}),
  output: z.object({
    plan: z.string(),
    month: z.string(),
    credits: z.object({ granted: z.number(), spent: z.number(), remaining: z.number() }),
    days: z.array(z.object({ date: z.string(), spent: z.number(), refunded: z.number() })),
  }),
  async run(_input, { service }) {
    const { plan, month, credits, days } = await service.getUsage();
    return { data: { plan: plan.name, month, credits: { ...credits }, days: days.slice(-MAX_DAYS) } };
  },
});
