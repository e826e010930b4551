/** The size of a document. Its height can depend on its content: `"height": "hug"`. */
import type { Issue } from "../issues/issue.js";
import { MAX_PICTURE_PIXELS } from "../limits/picture-limits.js";
import type { TemplateDocument } from "./document.js";

/** A size in document pixels. */
export interface DocumentSize {
  readonly width: number;
  readonly height: number;
}

/** A document with the height that it has for one request. `max_height` is only present if the height hugs. */
export type SizedDocument = Omit<TemplateDocument, "height"> & { readonly height: number };

/** Returns whether a document is as high as its content. */
export function hugs({ height }: Pick<TemplateDocument, "height">): boolean {
  return height === "hug";
}

/** Returns the greatest height of a document, which is the room for its layout. */
export function maxHeightOf({ height, max_height }: Pick<TemplateDocument, "height" | "max_height">): number {
  if (max_height !== undefined) return max_height;
  if (height === "hug") throw new Error("A checked document whose height hugs has a max_height.");
  return height;
}

/**
 * Returns the greatest size of a document. Limits and costs use it, because the content is not known before the layout.
 */
export function maxSizeOf(document: Pick<TemplateDocument, "width" | "height" | "max_height">): DocumentSize {
  return { width: document.width, height: maxHeightOf(document) };
}

/** Returns the issues of the width and heights of a document that has not been checked. */
export function sizeIssues(raw: Readonly<Record<string, unknown>>): Issue[] {
  const { width, height, max_height: max, min_height: min } = raw;
  return [...rangeIssues(height, max, min), ...pixelIssues(width, height === "hug" ? max : height)];
}

function rangeIssues(height: unknown, max: unknown, min: unknown): Issue[] {
  const given = Object.entries({ max_height: max, min_height: min }).filter(([, value]) => value !== undefined);
  if (height !== "hug") {
    if (height === undefined) return [];
    return given.map(([path]) => ({
      path,
      message: 'It is only for "height": "hug". Remove it, or let the height hug.',
    }));
  }
  if (max === undefined) {
    const message = 'A document with "height": "hug" needs it: the greatest height of a picture, in pixels.';
    return [{ path: "max_height", message }];
  }
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
  return [{ path: "min_height", message: `It must be at most max_height, ${max}.` }];
}

function pixelIssues(width: unknown, height: unknown): Issue[] {
  if (typeof width !== "number" || typeof height !== "number" || !(width * height > MAX_PICTURE_PIXELS)) return [];
  return [{ path: "width", message: `Width times height must be at most ${MAX_PICTURE_PIXELS / 1e6} megapixels.` }];
}
