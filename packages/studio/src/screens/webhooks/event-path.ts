/** The addresses of the pages about events. */
import { pathTo } from "../../router/location.js";
import { toSegment } from "./event-segment.js";

/** Returns the address of the page of an event. */
export const eventPath = (eventId: string): string => pathTo("webhooks", "events", toSegment(eventId));
