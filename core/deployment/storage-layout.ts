/**
 * Names in the bucket and the tables. The stack and the code that reads and writes there must agree on them.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** The prefixes of the bucket, by what they contain. */
export const BUCKET_PREFIXES = {
  /** Pictures of signed images. */
  signedPictures: "img/",
  /** Pictures of render jobs. */
  pictures: "renders/",
  /** Batch downloads. */
  archives: "archives/",
  /** Large inputs of render jobs. */
  inputs: "inputs/",
  /** Files of uploads that were used. They never expire. */
  uploads: "uploads/",
  /**
   * Files that presigned requests store. The first use of an upload copies its file from here. The other files expire.
   */
  incoming: "incoming/",
  /** Template documents that are too large for the table. */
  templates: "templates/",
  /** Pictures of template versions for lists. They expire, and are drawn again when somebody looks at them. */
  thumbnails: "thumbnails/",
  /** The web pages. */
  site: "site/",
} as const;

/** The tag of the documents of deleted templates. A lifecycle rule deletes these objects some days later. */
export const DELETED_TAG = { key: "deleted", value: "true" } as const;

/** Pictures and web pages: everything that CloudFront may read. */
export const DELIVERED_PREFIXES = [
  BUCKET_PREFIXES.signedPictures,
  BUCKET_PREFIXES.pictures,
  BUCKET_PREFIXES.site,
] as const;

/** The tables' indexes. */
export const INDEXES = {
  templatesByWorkspace: "byWorkspace",
  /** Templates whose signatures were revoked. The index finds them without reading the other templates. */
  raisedGenerations: "raisedGenerations",
  workspacesByKind: "byKind",
  batchesByWorkspace: "byWorkspace",
  jobsByWorkspace: "byWorkspaceShard",
  /** Jobs that the sweeper must look at. */
  watchedJobs: "watched",
  /** Webhook deliveries of a workspace, by their status and the time of the last attempt. */
  deliveriesByWorkspace: "byWorkspaceStatus",
  /** Deliveries and endpoints that the sweeper must look at. */
  dueWebhooks: "due",
} as const;

/** Returns the beginning of the keys of the slots with this name, in the limits table. */
export const slotPrefix = (name: string): string => `slot#${name}#`;

/** The type of the custom resource whose deletion empties the bucket. */
export const BUCKET_CONTENTS = "Custom::BucketContents";
