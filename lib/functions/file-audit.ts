/**
 * file-audit: checks a thirtieth of the jobs once a day, and finds unmarked jobs whose pictures are archived. It
 * changes nothing itself: it sends these jobs to the queue of the archived-files function.
 */
import { Duration } from "aws-cdk-lib";
import { fileAuditEnvironmentSchema } from "../../lambdas/file-audit/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, sendTo, table } from "../grants.js";
import { retentionOf } from "../retention.js";

export const fileAudit: DeclareFunction = ({ settings, storage, archivedFiles }) => {
  const { untagged, tagged } = retentionOf(settings);
  const shortest = Math.min(...[untagged, ...Object.values(tagged)].map(({ archiveAfterDays }) => archiveAfterDays));
  return declareFunction({
    name: "file-audit",
    description: "Finds jobs whose pictures are archived, but which are not marked",
    environmentSchema: fileAuditEnvironmentSchema,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["Scan"]),
      BUCKET: objects(storage.bucket, { pictures: ["GetObject"] }),
      ARCHIVED_FILES_QUEUE_URL: sendTo(archivedFiles.queue),
      ARCHIVE_AFTER_DAYS: String(shortest),
    },
    memoryMb: 256,
    timeoutSeconds: 600,
    every: Duration.days(1),
    alarm: { errors: 1, runbook: "background-errors" },
  });
};
