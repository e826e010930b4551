/** The event that asks for the download of a batch. It is on the event bus, because an idle queue would cost money. */
import * as z from "zod";
import { archiveFormatSchema } from "../archive-format.js";
import { IDS } from "../example-jobs.js";
import { INTERNAL_SOURCE, type InternalEvent } from "./event.js";

const detail = z.object({
  batchId: z.uuid(),
  /** Requests from before there were several formats ask for a ZIP. */
  format: archiveFormatSchema.default("zip"),
  token: z.string(),
  requestId: z.string(),
});
export type DownloadRequest = z.infer<typeof detail>;

export const downloadRequested = {
  type: "archive.requested",
  source: INTERNAL_SOURCE,
  detail,
  example: () => ({ batchId: IDS.batch, format: "pdf", token: IDS.rerender, requestId: "Y84pdAGJ7Q_R8-TFUoHcig" }),
} as const satisfies InternalEvent<typeof detail>;
