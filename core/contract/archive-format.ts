import * as z from "zod";

/** The formats of a batch download. The name of each is the extension of its file. */
export const archiveFormatSchema = z.enum(["zip", "pdf"]);
export type ArchiveFormat = z.infer<typeof archiveFormatSchema>;
