/** Removes the stored picture of a signed image URL, so that the next view renders it again. */
import { type ServiceError, validationError } from "../contract/errors.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import type { StoredFiles } from "../renders/ports.js";
import type { EdgeCopies } from "../shared/edge-copies.js";
import type { Log } from "../shared/log.js";
import { readSignedImage, type SignedImage } from "../signing/image-signature.js";
import { nodeCrypto } from "../signing/node-crypto.js";
import { signedPictureKey } from "../signing/picture-identity.js";
import type { Purger, TakePurge } from "./purge-quota.js";
import { requireTemplateOrDeleted } from "../templates/require-template-or-deleted.js";
import type { TemplateStore } from "../templates/template-version.js";

export interface PurgeImageDependencies {
  readonly templates: Pick<TemplateStore, "findVersion">;
  readonly pictures: StoredPictures;
  readonly edge: EdgeCopies;
  readonly takePurge: TakePurge;
  readonly log: Log;
}

/** Pictures of signed images in the bucket. */
export type StoredPictures = StoredFiles;

/**
 * Does not verify the signature: the owner of the template can also purge a URL that has expired or whose key was
 * revoked.
 *
 * @param url the whole URL, or its path and query. The host is not checked, because a service has several names.
 * @throws ServiceError `VALIDATION_ERROR` for a URL that is not a signed image URL, `NOT_FOUND` if the workspace does
 *   not own the template, `FORBIDDEN` or `RATE_LIMITED` as {@link TakePurge} says.
 */
export async function purgeImage(
  { templates, pictures, edge, takePurge, log }: PurgeImageDependencies,
  purger: Purger,
  url: string,
): Promise<void> {
  const image = readUrl(url);
  await requireTemplateOrDeleted(templates, purger.workspaceId, image.templateId);
  await takePurge(purger, log);
  const key = signedPictureKey(nodeCrypto, image);
  // Remove from the bucket first. Otherwise, the edge could fetch the picture again after the invalidation.
  await pictures.remove(key);
  // The CloudFront documentation says to invalidate both the rewritten and the original path.
  await edge.invalidate([`/${key}`, `${SIGNED_IMAGE_PATH}${image.templateId}`]);
}

function readUrl(text: string): SignedImage {
  const url = URL.canParse(text, "https://any.invalid") ? new URL(text, "https://any.invalid") : undefined;
  if (url === undefined || !url.pathname.startsWith(SIGNED_IMAGE_PATH)) {
    throw notSignedImage(`It must be a signed image URL, \`${SIGNED_IMAGE_PATH}{template}?…&sig=…\`.`);
  }
  const image = readSignedImage(url.pathname.slice(SIGNED_IMAGE_PATH.length).toLowerCase(), url.search.slice(1));
  if (typeof image === "string") throw notSignedImage(image);
  return image;
}

function notSignedImage(message: string): ServiceError {
  return validationError("The URL is not a signed image URL.", [{ path: "url", message }]);
}
