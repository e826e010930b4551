/** Previews for an assistant: small enough to look at, and free. */
import type { JsonObject, PreviewPicture, RenderService } from "../service/render-service.js";
import { fitScale, MAX_SHOWN_PIXELS, type Size } from "./fit-scale.js";

/** The subject of the picture: a stored template, or a document that is not stored. */
export type PreviewSubject =
  { readonly template: string; readonly size: Size } | { readonly document: JsonObject; readonly size: Size };

/**
 * Renders a preview of at most `maxPixels`. It is a JPEG, which is a quarter of a PNG's bytes, unless its background is
 * transparent.
 */
export async function previewOf(
  service: RenderService,
  subject: PreviewSubject,
  content: JsonObject,
  maxPixels = MAX_SHOWN_PIXELS,
): Promise<PreviewPicture> {
  const output = content["transparent"] === true ? { format: "png" } : { format: "jpg", quality: 85 };
  const body = { ...content, ...output, scale: fitScale(subject.size, maxPixels) };
  return "document" in subject
    ? await service.previewDocument({ ...body, document: subject.document })
    : await service.previewTemplate(subject.template, body);
}
