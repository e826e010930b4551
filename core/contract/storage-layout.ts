/**
 * Names in the bucket and in the tables that the stack and the code that reads and writes there must agree on.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** The bucket's prefixes by what is stored below them. */
export const BUCKET_PREFIXES = {
  /** Pictures of signed images. */
  signedPictures: "img/",
  /** Pictures of render jobs. */
  pictures: "renders/",
  /** Large inputs of render jobs. */
  inputs: "inputs/",
  uploads: "uploads/",
  /** Template documents that are too large for the table. */
  templates: "templates/",
  /** The web pages. */
  site: "site/",
} as const;

/** Pictures and web pages: all that CloudFront may read. */
export const DELIVERED_PREFIXES = [
  BUCKET_PREFIXES.signedPictures,
  BUCKET_PREFIXES.pictures,
  BUCKET_PREFIXES.site,
] as const;

/** The tables' indexes. */
export const INDEXES = {
  templatesByWorkspace: "byWorkspace",
  workspacesByKind: "byKind",
  jobsByWorkspace: "byWorkspaceShard",
  /** Jobs that the sweeper must look at. */
  watchedJobs: "watched",
} as const;
