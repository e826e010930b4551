/**
 * The paths of the web pages. Their files are in the bucket, below `site/`.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** Folders of `site/`, by the first segment of the path. Outside of them are the home page `/` and `SITE_ROOT_FILES`. */
export const SITE_FOLDERS = ["docs", "assets", "studio"] as const;

/** The path of the studio. Its page shows every path below it. */
export const STUDIO_PATH = "/studio";

/** The folder in which each page has a file of its own. In the other folders, one page shows every path. */
export const DOCS_FOLDER = "docs";

/** Files next to the home page. */
export const SITE_ROOT_FILES = ["llms.txt", "llms-full.txt"] as const;
