/** The message that asks for the download of a batch. It is on the event bus, because an idle queue would cost money. */
import * as z from "zod";

/** Unlike `EVENT_SOURCE`: the message is not for subscribers. */
export const DOWNLOAD_REQUEST = { source: "image-render-service.internal", detailType: "archive.requested" } as const;

export const downloadRequestSchema = z.object({ batchId: z.uuid(), token: z.string(), requestId: z.string() });
export type DownloadRequest = z.infer<typeof downloadRequestSchema>;
