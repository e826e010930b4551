/** The message that asks for the archive of a batch. It is on the event bus, because an idle queue would cost money. */
import * as z from "zod";

/** Unlike `EVENT_SOURCE`: the message is not for subscribers. */
export const ARCHIVE_REQUEST = { source: "image-render-service.internal", detailType: "archive.requested" } as const;

export const archiveRequestSchema = z.object({ batchId: z.uuid(), token: z.string(), requestId: z.string() });
export type ArchiveRequest = z.infer<typeof archiveRequestSchema>;
