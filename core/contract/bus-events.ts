/** Every event that the service publishes on its bus. `detail-type` is the event's `type`. */
import type * as z from "zod";
import { endpointEventSchema } from "./endpoint-event.js";
import { renderEventSchema } from "./render-event.js";

/** The schema of the detail by the name of the event's family. */
export const BUS_EVENTS = {
  RenderEvent: renderEventSchema,
  EndpointEvent: endpointEventSchema,
} as const satisfies Record<string, z.ZodObject>;

export type BusEvent = { [N in keyof typeof BUS_EVENTS]: z.infer<(typeof BUS_EVENTS)[N]> }[keyof typeof BUS_EVENTS];
