/**
 * The paths of the web pages. Their files are in the bucket, below `site/`.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** Folders of `site/`, by the first segment of the path. The home page `/` is the only page outside of them. */
export const SITE_FOLDERS = ["docs", "assets"] as const;
