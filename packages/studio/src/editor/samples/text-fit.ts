/** Finds the texts of a picture that do not fit: those that are cut, and those that became smaller. */
import type { EditedDocument } from "../document/edited-document.js";
import { findLayer } from "../document/layer-tree.js";
import type { Rectangle } from "../geometry/box.js";

/** A layer of a layout, with the fields that are needed here. */
export interface LaidText {
  readonly layerId: string;
  readonly box: Rectangle;
  readonly rotation: number;
  readonly text?: { readonly fontSize: number; readonly cutAt: number | null };
}

/** A text that does not fit as it is. */
export interface Misfit {
  readonly layer: string;
  readonly name: string;
  readonly kind: "cut" | "shrunk";
  /** In pixels of the document. */
  readonly fontSize: number;
  readonly usualSize: number;
  readonly box: Rectangle;
  readonly rotation: number;
}

/** The default size of the letters of a text layer. */
const DEFAULT_SIZE = 32;

/** Lists the texts that are cut or that have become smaller, in the order of the picture. */
export function misfitsOf(
  document: EditedDocument,
  layers: readonly LaidText[],
  defaultSize = DEFAULT_SIZE,
): readonly Misfit[] {
  return layers.flatMap(({ layerId, box, rotation, text }): Misfit[] => {
    const layer = findLayer(document, layerId)?.layer;
    if (text === undefined || layer === undefined) return [];
    const { font_size: size = defaultSize } = layer as { readonly font_size?: unknown };
    const usualSize = typeof size === "number" ? size : text.fontSize;
    const kind = text.cutAt !== null ? "cut" : text.fontSize < usualSize - 0.01 ? "shrunk" : undefined;
    if (kind === undefined) return [];
    return [{ layer: layerId, name: layer.name ?? layerId, kind, fontSize: text.fontSize, usualSize, box, rotation }];
  });
}
