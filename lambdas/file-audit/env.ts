/** The environment of the file-audit function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const fileAuditEnvironmentSchema = z.object({
  ...commonEnvironment,
  JOBS_TABLE: z.string(),
  BUCKET: z.string(),
  ARCHIVED_FILES_QUEUE_URL: z.url(),
  /** The minimum age at which a picture is archived or deleted. */
  ARCHIVE_AFTER_DAYS: z.coerce.number().int().min(1),
});
