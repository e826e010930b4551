/**
 * The definition of an event on the bus. Each event is defined in a file of this folder, and `../events.ts` lists them
 * all. The webhooks that customers can choose, docs/events.md, the table in docs/webhooks.md and the section `webhooks`
 * of the OpenAPI document derive from the list.
 */
import * as z from "zod";

/** The `source` of every event for subscribers. */
export const EVENT_SOURCE = "image-render-service";
/**
 * The `source` of events that the service sends to itself. Unlike the others, they are not a public promise and can
 * change.
 */
export const INTERNAL_SOURCE = "image-render-service.internal";

/**
 * The subject of an event. Its ID is the partition of its deliveries. Only endpoints receive events about a workspace,
 * and one endpoint receives a test, which has an ID of its own.
 */
export const subjectSchema = z.object({ kind: z.enum(["render", "batch", "workspace", "test"]), id: z.uuid() });
export type Subject = z.infer<typeof subjectSchema>;

/** Fields of the detail of every event for subscribers. */
type CommonDetail = z.ZodObject<{
  readonly eventId: z.ZodString;
  readonly type: z.ZodLiteral<string>;
  readonly workspaceId: z.ZodUUID;
  readonly timestamp: z.ZodISODateTime;
}>;

/** An event for subscribers of the bus. */
export interface EventDefinition<Detail extends CommonDetail = CommonDetail> {
  /** The `detail-type` on the bus, and the field `type` of the detail. */
  readonly type: string;
  readonly source: typeof EVENT_SOURCE;
  readonly detail: Detail;
  /** When the event is published, as a sentence in Markdown for the pages in `docs/`. */
  readonly when: string;
  /** An example of the detail. It is computed on demand, so that no function of the service creates it at startup. */
  readonly example: () => z.output<Detail>;
  /** How webhooks report the event. @default no webhook reports it */
  readonly webhook?: EventWebhook<z.output<Detail>>;
}

/** How webhooks report an event. */
export interface EventWebhook<Detail> {
  /** The summary of the operation in the OpenAPI document. */
  readonly summary: string;
  /** The schema of the `data` of a delivery. */
  readonly data: () => z.ZodObject;
  /** An example of the `data` of a delivery. */
  readonly example: () => Readonly<Record<string, unknown>>;
  /** The kind of its subject. The current body of a render or a batch is the `data` of its deliveries. */
  readonly subject: Subject["kind"];
  /** The end of the event's ID, after the ID of its subject and a period. Callers read the event by its ID. */
  readonly idEnd: RegExp;
  /** Returns the ID of its subject. */
  subjectIdOf(event: Detail): string;
  /** Returns the `data` of an event about a workspace. */
  dataOf?(event: Detail): Readonly<Record<string, unknown>>;
}

/** An event that a request sends to one endpoint. It is not on the bus, and no endpoint chooses it. */
export interface DirectEvent {
  readonly type: string;
  /** When the event is sent, as a sentence in Markdown for the pages in `docs/`. */
  readonly when: string;
  readonly example: () => { readonly eventId: string; readonly timestamp: string };
  readonly webhook: Pick<EventWebhook<never>, "summary" | "data" | "example" | "subject" | "idEnd">;
}

/** An event that one function of the service publishes for another one. */
export interface InternalEvent<Detail extends z.ZodObject = z.ZodObject> {
  /** The `detail-type` on the bus. */
  readonly type: string;
  readonly source: typeof INTERNAL_SOURCE;
  readonly detail: Detail;
  readonly example: () => z.output<Detail>;
}
