/** The lifecycle rules of the bucket. */
import { Duration } from "aws-cdk-lib";
import { type LifecycleRule, StorageClass } from "aws-cdk-lib/aws-s3";
import { BATCH_DOWNLOADS_KEPT_DAYS, THUMBNAILS_KEPT_DAYS } from "../core/contract/limits.js";
import { type Retention, RETENTION_TAG, type RetentionClasses } from "../core/contract/retention.js";
import { BUCKET_PREFIXES, DELETED_TAG } from "../core/deployment/storage-layout.js";
import { retentionOf } from "./retention.js";
import type { Settings } from "./settings.js";

/** A job can wait in its queue for 14 days before its picture is stored. Inputs must not expire before the picture. */
const INPUTS_KEPT_LONGER_DAYS = 15;
/** An upload is deleted if nobody uses it within this time. */
const UNUSED_UPLOADS_KEPT_DAYS = 7;
/**
 * Queued jobs can need the versions of a deleted template for 15 days. DynamoDB deletes the versions up to 2 days late.
 */
const DELETED_DOCUMENTS_KEPT_DAYS = 18;
/** Archiving a smaller object would cost more than keeping it, so smaller pictures are deleted instead. */
const MIN_ARCHIVED_BYTES = 128 * 1024;

/** Returns the rules for everything that expires. */
export function lifecycleRules(settings: Settings): LifecycleRule[] {
  const { deleteSignedImagesAfterDays } = settings;
  return [
    ...(deleteSignedImagesAfterDays === undefined
      ? []
      : [expiring("DeleteSignedImages", BUCKET_PREFIXES.signedPictures, deleteSignedImagesAfterDays)]),
    ...rulesOfJobs(retentionOf(settings)),
    expiring("DeleteArchives", BUCKET_PREFIXES.archives, BATCH_DOWNLOADS_KEPT_DAYS + 1),
    expiring("DeleteThumbnails", BUCKET_PREFIXES.thumbnails, THUMBNAILS_KEPT_DAYS),
    expiring("DeleteUnusedUploads", BUCKET_PREFIXES.incoming, UNUSED_UPLOADS_KEPT_DAYS),
    {
      ...expiring("DeleteDocumentsOfDeletedTemplates", BUCKET_PREFIXES.templates, DELETED_DOCUMENTS_KEPT_DAYS),
      tagFilters: { [DELETED_TAG.key]: DELETED_TAG.value },
    },
    { id: "AbortUploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
  ];
}

function expiring(id: string, prefix: string, days: number): LifecycleRule {
  return { id, prefix, expiration: Duration.days(days) };
}

/** Returns the rules for the files of jobs. Rules without a tag match all files, so no tagged rule has a higher age. */
function rulesOfJobs({ untagged, tagged }: RetentionClasses): LifecycleRule[] {
  return [
    ...rulesOfClass("", untagged),
    ...Object.entries(tagged).flatMap(([name, retention]) =>
      rulesOfClass(`-${name}`, retention).map((rule) => ({ ...rule, tagFilters: { [RETENTION_TAG]: name } })),
    ),
  ];
}

function rulesOfClass(suffix: string, { archiveAfterDays, deleteAfterDays }: Retention): LifecycleRule[] {
  return [
    {
      id: `ArchiveLargePictures${suffix}`,
      prefix: BUCKET_PREFIXES.pictures,
      objectSizeGreaterThan: MIN_ARCHIVED_BYTES - 1,
      transitions: [{ storageClass: StorageClass.GLACIER, transitionAfter: Duration.days(archiveAfterDays) }],
      expiration: Duration.days(deleteAfterDays),
    },
    {
      ...expiring(`DeleteSmallPictures${suffix}`, BUCKET_PREFIXES.pictures, archiveAfterDays),
      objectSizeLessThan: MIN_ARCHIVED_BYTES,
    },
    expiring(`DeleteInputs${suffix}`, BUCKET_PREFIXES.inputs, deleteAfterDays + INPUTS_KEPT_LONGER_DAYS),
  ];
}
