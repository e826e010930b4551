/** The event that a person sends to an endpoint, to try its receiver. */
import * as z from "zod";
import { IDS, TIMES } from "../example-jobs.js";
import type { DirectEvent } from "./event.js";

export const testDataSchema = z.object({ endpointId: z.uuid(), message: z.string() });

/** Returns the `data` of a test of an endpoint. */
export function testDataOf(endpointId: string): z.infer<typeof testDataSchema> {
  return { endpointId, message: "This is a test. It reports no render." };
}

export const endpointTest = {
  type: "endpoint.test",
  when: "Somebody has [tested the endpoint](webhooks.md#test-an-endpoint).",
  example: () => ({ eventId: `${IDS.event}.test`, timestamp: TIMES.finished }),
  webhook: {
    summary: "Somebody tests an endpoint; only that endpoint receives it",
    data: () => testDataSchema,
    example: () => testDataOf(IDS.endpoint),
    subject: "test",
    idEnd: /^test$/,
  },
} as const satisfies DirectEvent;
