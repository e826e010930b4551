/**
 * The list of the static files of the web pages. The stack writes it next to the files, and the bootstrap function
 * reads it.
 */
import * as z from "zod";

/** The package of the Lambda layer that contains the files, as `require.resolve` finds it. */
export const SITE_PACKAGE = "image-render-site";
export const SITE_MANIFEST = "manifest.json";

export const siteFileSchema = z.object({
  contentType: z.string(),
  cacheControl: z.string(),
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: z.string(),
  /** Whether the name contains a hash of the content. */
  hashed: z.boolean(),
});
export type SiteFile = z.infer<typeof siteFileSchema>;

/** The files by their path below `site/`. */
export const siteManifestSchema = z.record(z.string(), siteFileSchema);
export type SiteManifest = z.infer<typeof siteManifestSchema>;
