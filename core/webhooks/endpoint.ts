/** An endpoint of a workspace: a target that receives events about all of its renders. */
import * as z from "zod";
import { type EndpointBody, chosenEventSchema } from "../contract/webhooks-api.js";
import { secretPairSchema } from "./secret-pair.js";

export const endpointSchema = z.object({
  workspaceId: z.uuid(),
  endpointId: z.uuid(),
  url: z.string(),
  events: z.array(chosenEventSchema),
  enabled: z.boolean(),
  createdAtMs: z.int(),
  secrets: secretPairSchema,
  /** The time of the first failed attempt since the last successful one. */
  failingSinceMs: z.int().optional(),
  /** Present only if the service has switched the endpoint off. */
  disabledReason: z.string().optional(),
  disabledAtMs: z.int().optional(),
});
export type Endpoint = z.infer<typeof endpointSchema>;

const toIso = (epochMs: number): string => new Date(epochMs).toISOString();

/** Returns an endpoint as responses show it. Omits absent values and the secrets. */
export function presentEndpoint(endpoint: Endpoint): EndpointBody {
  const { endpointId, url, events, enabled, createdAtMs, failingSinceMs, disabledReason, disabledAtMs } = endpoint;
  return {
    id: endpointId,
    url,
    events,
    enabled,
    createdAt: toIso(createdAtMs),
    ...(failingSinceMs !== undefined && { failingSince: toIso(failingSinceMs) }),
    ...(disabledReason !== undefined && { disabledReason }),
    ...(disabledAtMs !== undefined && { disabledAt: toIso(disabledAtMs) }),
  };
}
