/** Removes the stored picture of a signed image URL, so that the next view renders it anew. */
import { type ServiceError, validationError } from "../contract/errors.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import { readSignedImage, type SignedImage } from "../signing/image-signature.js";
import { nodeCrypto } from "../signing/node-crypto.js";
import { signedPictureKey } from "../signing/picture-identity.js";
import { requireTemplateEver } from "../templates/require-template-ever.js";
import type { TemplateStore } from "../templates/template-version.js";

export interface PurgeImageDependencies {
  readonly templates: Pick<TemplateStore, "findVersion">;
  readonly pictures: StoredPictures;
  readonly edge: EdgeCopies;
}

/** Pictures of signed images, in the bucket. */
export interface StoredPictures {
  /** Removes a picture; one that is not there is no fault. */
  remove(key: string): Promise<void>;
}

/** What the edge keeps copies of. */
export interface EdgeCopies {
  /** Forgets what was fetched from these paths; takes effect everywhere within minutes. */
  forget(paths: readonly string[]): Promise<void>;
}

/**
 * The signature is not looked at: who owns the template may purge a URL that has expired or was signed with a revoked key.
 *
 * @param url whole, or its path and query; any host will do, since a service has several names
 * @throws ServiceError `VALIDATION_ERROR` for a URL that is no signed image's, `NOT_FOUND` when the template is not the workspace's.
 */
export async function purgeImage(
  { templates, pictures, edge }: PurgeImageDependencies,
  workspaceId: string,
  url: string,
): Promise<void> {
  const image = readUrl(url);
  await requireTemplateEver(templates, workspaceId, image.templateId);
  const key = signedPictureKey(nodeCrypto, image);
  // The bucket first: the edge would fetch what is still there.
  await pictures.remove(key);
  // CloudFront's documentation advises to name the path before a function changed it, too.
  await edge.forget([`/${key}`, `${SIGNED_IMAGE_PATH}${image.templateId}`]);
}

function readUrl(text: string): SignedImage {
  const url = URL.canParse(text, "https://any.invalid") ? new URL(text, "https://any.invalid") : undefined;
  if (url === undefined || !url.pathname.startsWith(SIGNED_IMAGE_PATH)) {
    throw noSignedImage(`It must be a signed image URL, \`${SIGNED_IMAGE_PATH}{template}?…&sig=…\`.`);
  }
  const image = readSignedImage(url.pathname.slice(SIGNED_IMAGE_PATH.length).toLowerCase(), url.search.slice(1));
  if (typeof image === "string") throw noSignedImage(image);
  return image;
}

function noSignedImage(message: string): ServiceError {
  return validationError("The URL is no signed image's.", [{ path: "url", message }]);
}
