import {
  type BarcodeLayer,
  type EllipseLayer,
  type ImageLayer,
  type LineLayer,
  type QrLayer,
  type RectangleLayer,
  type SvgLayer,
  type TextLayer,
} from "../../contract/template/layers.js";

/** A text and the language that it is set in (BCP 47). */
export type ResolvedText = TextLayer & { readonly language: string };

/** A layer that draws itself: its attributes are final, its box absolute in document pixels. */
export type ResolvedLeaf =
  ResolvedText | ImageLayer | RectangleLayer | EllipseLayer | LineLayer | SvgLayer | QrLayer | BarcodeLayer;

/**
 * Layers that are painted as one: made translucent together, or cut off together at a box, which may be turned about its
 * middle. The children's boxes are absolute in the document, their turns include the group's. A group that does none of
 * this is not there: its children stand in its place.
 */
export interface ResolvedGroup {
  readonly type: "group";
  readonly id: string;
  readonly name?: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly opacity: number;
  /** Whether the children are cut off at the box, turned by `rotation`, its corners rounded by `border_radius`. */
  readonly clip: boolean;
  readonly border_radius: number;
  readonly children: readonly ResolvedLayer[];
}

/** What is painted, in paint order. Its `id` is unique, and the same in each render of a document. */
export type ResolvedLayer = ResolvedLeaf | ResolvedGroup;
