import type { PicturePart } from "@image-render/engine/document";
import type { PreviewBody } from "../contract/templates-api.js";
import type { PreviewPicture } from "./make-preview.js";

/** Returns the JSON body of a preview that was drawn with its layout. */
export function previewBody({
  bytes,
  contentType,
  width,
  height,
  layout,
  parts,
  warnings,
}: PreviewPicture): PreviewBody {
  return {
    image: { contentType, base64: base64Of(bytes), width, height },
    width: layout?.width ?? width,
    height: layout?.height ?? height,
    layers: layout?.layers ?? [],
    warnings: warnings.map(({ code, layer, message, path, text }) => ({ code, layer, message, path, text })),
    ...partsOf(parts),
  };
}

function partsOf(parts: PreviewPicture["parts"]): Pick<PreviewBody, "parts" | "partsRefusal"> {
  if (parts === undefined) return {};
  if (typeof parts === "string") return { parts: null, partsRefusal: parts };
  const { below, chosen, above } = parts;
  return {
    parts: {
      below: partOf(below),
      chosen: chosen === undefined ? null : partOf(chosen),
      above: above === undefined ? null : partOf(above),
    },
  };
}

function partOf({ bytes, ...part }: PicturePart) {
  return { ...part, base64: base64Of(bytes) };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
