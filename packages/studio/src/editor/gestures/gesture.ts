/**
 * Gestures: changes that the pointer makes to a document while a button is down. Each gesture begins with the document
 * as it was.
 */
import { canvasHeight, type EditedDocument, type EditedLayer } from "../document/edited-document.js";
import { allLayers, findLayer, outermost, parentOf, siblingsIn } from "../document/layer-tree.js";
import { moveInto, rounded, setAttributes, setEach } from "../document/operations.js";
import { type Box, boundsOf, type Point, type Rectangle, rotate } from "../geometry/box.js";
import { toLocal } from "../geometry/compose.js";
import { NO_AIDS, type SnapAids } from "../geometry/guides.js";
import { type Handle, resizeBox, rotationAt } from "../geometry/resize.js";
import { snapMove, type Snapped, snapResize } from "../geometry/snap.js";

/** The keys that are down during a gesture. */
export interface GestureKeys {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Control, or Command on a Mac: nothing snaps. */
  readonly control: boolean;
}

/** The state of the editor when a gesture begins. */
export interface GestureStart {
  readonly document: EditedDocument;
  readonly ids: ReadonlySet<string>;
  /** The boxes of all layers on the canvas. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** The largest distance in document pixels at which edges snap. */
  readonly reach: number;
  /** @default boxes alone attract edges */
  readonly aids?: SnapAids;
}

/** The result of a gesture so far. */
export interface GestureState {
  readonly document: EditedDocument;
  readonly snapped: Snapped;
  /** How far the layers have moved on the canvas, if their pictures only move. */
  readonly moved?: Point;
}

const NOT_SNAPPED: Snapped = { dx: 0, dy: 0, lines: [], gaps: [], distances: [] };

/** Moves the selected layers. With Shift they move along one axis. */
export function moveLayers(start: GestureStart, delta: Point, keys: GestureKeys): GestureState {
  const { document, boxes } = start;
  const ids = outermost(document, start.ids);
  const straight = keys.shift ? alongOneAxis(delta) : delta;
  const around = boundsOf(ids.flatMap((id) => boxes.get(id) ?? []));
  if (around === undefined) return { document, snapped: NOT_SNAPPED };
  const moved = { ...around, x: around.x + straight.x, y: around.y + straight.y };
  const snapped = keys.control ? NOT_SNAPPED : snapMove(moved, targetsOf(start), start.reach, start.aids ?? NO_AIDS);
  const whole = wholePixels(around, { x: straight.x + snapped.dx, y: straight.y + snapped.dy }, snapped);
  const values = new Map<string, Readonly<Record<string, unknown>>>();
  for (const id of ids) {
    const place = findLayer(document, id);
    if (place === undefined || isInFlow(place.ancestors.at(-1))) continue;
    const parent = boxes.get(place.ancestors.at(-1)?.id ?? "");
    const own = rotate(whole, -(parent?.rotation ?? 0));
    values.set(id, shiftedBy(place.layer, own));
  }
  return { document: setEach(document, values), snapped, moved: whole };
}

/** Moves layers on the canvas by distances of their own, for example to align them. */
export function moveEach(
  document: EditedDocument,
  boxes: ReadonlyMap<string, Box>,
  moves: ReadonlyMap<string, Point>,
): EditedDocument {
  const values = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [id, move] of moves) {
    const place = findLayer(document, id);
    if (place === undefined || isInFlow(place.ancestors.at(-1))) continue;
    const parent = boxes.get(place.ancestors.at(-1)?.id ?? "");
    values.set(id, shiftedBy(place.layer, rotate(move, -(parent?.rotation ?? 0))));
  }
  return setEach(document, values);
}

/** Moves layers of a row or column to the place among their siblings that the pointer is at. */
export function moveInFlow(start: GestureStart, pointer: Point): GestureState {
  const { document, boxes } = start;
  const [first = ""] = outermost(document, start.ids);
  const parent = parentOf(document, first);
  const group = findLayer(document, parent ?? "")?.layer;
  const axis = group?.["layout"] === "column" ? "y" : "x";
  const siblings = siblingsIn(document, parent).filter(({ id }) => !start.ids.has(id));
  const before = siblings.filter(({ id }) => {
    const box = boxes.get(id);
    return box !== undefined && box[axis] + (axis === "x" ? box.width : box.height) / 2 < pointer[axis];
  });
  const last = before.at(-1);
  const all = siblingsIn(document, parent);
  const index = last === undefined ? 0 : all.findIndex(({ id }) => id === last.id) + 1;
  return { document: moveInto(document, start.ids, parent, index), snapped: NOT_SNAPPED };
}

/** Returns whether a group places its children itself. */
export function isInFlow(group: EditedLayer | undefined): boolean {
  return group !== undefined && (group["layout"] ?? "absolute") !== "absolute";
}

/** Resizes one layer by a handle. Shift keeps the ratio of its sides, Alt keeps its center. */
export function resizeLayer(start: GestureStart, handle: Handle, delta: Point, keys: GestureKeys): GestureState {
  const [id = ""] = start.ids;
  const box = start.boxes.get(id);
  const place = findLayer(start.document, id);
  if (box === undefined || place === undefined) return { document: start.document, snapped: NOT_SNAPPED };
  const manner = { keepsAspect: keys.shift, fromCenter: keys.alt };
  const free = resizeBox(box, handle, delta, manner);
  // Edges of a rotated box, and edges that follow a ratio, cannot snap to a line.
  const canSnap = !keys.control && !keys.shift && box.rotation === 0;
  const snapped = canSnap
    ? snapResize(free, handle, targetsOf(start), start.reach, start.aids ?? NO_AIDS)
    : NOT_SNAPPED;
  const resized = canSnap ? resizeBox(box, handle, { x: delta.x + snapped.dx, y: delta.y + snapped.dy }, manner) : free;
  return { document: setAttributes(start.document, [id], sizeOf(start, place.layer, box, resized, id)), snapped };
}

/** Rotates one layer so that its handle points to the pointer. Shift rotates in steps of 15 degrees. */
export function rotateLayer(start: GestureStart, pointer: Point, keys: GestureKeys): GestureState {
  const [id = ""] = start.ids;
  const box = start.boxes.get(id);
  const place = findLayer(start.document, id);
  if (box === undefined || place === undefined || !isPlain(place.layer["rotation"])) {
    return { document: start.document, snapped: NOT_SNAPPED };
  }
  const parent = start.boxes.get(place.ancestors.at(-1)?.id ?? "");
  const rotation = rotationAt(box, pointer, keys.shift ? 15 : 0) - (parent?.rotation ?? 0);
  const value = rounded(rotation) === 0 ? undefined : rounded(rotation);
  return { document: setAttributes(start.document, [id], { rotation: value }), snapped: NOT_SNAPPED };
}

/** Sets the radius of all corners by a handle that moves inward from the top left corner. */
export function roundCorners(start: GestureStart, pointer: Point): GestureState {
  const [id = ""] = start.ids;
  const box = start.boxes.get(id);
  if (box === undefined) return { document: start.document, snapped: NOT_SNAPPED };
  const local = toLocal({ ...box, x: box.x, y: box.y }, { ...pointer, width: 0, height: 0, rotation: 0 });
  const most = Math.min(box.width, box.height) / 2;
  const radius = Math.round(Math.min(most, Math.max(0, Math.max(local.x, local.y))));
  return {
    document: setAttributes(start.document, [id], { border_radius: radius === 0 ? undefined : radius }),
    snapped: NOT_SNAPPED,
  };
}

function sizeOf(
  start: GestureStart,
  layer: EditedLayer,
  before: Box,
  after: Box,
  id: string,
): Readonly<Record<string, unknown>> {
  const parentId = parentOf(start.document, id);
  const canvas = { x: 0, y: 0, width: start.document.width, height: canvasHeight(start.document), rotation: 0 };
  const parent = (parentId === undefined ? canvas : start.boxes.get(parentId)) ?? canvas;
  const [old, local] = [toLocal(parent, before), toLocal(parent, after)];
  const values: Record<string, unknown> = {};
  const isFlow = isInFlow(findLayer(start.document, parentId ?? "")?.layer);
  for (const name of ["x", "y", "width", "height"] as const) {
    const isPlace = name === "x" || name === "y";
    const value = isPlace ? rounded(local[name]) : Math.max(1, Math.round(local[name]));
    const hasChanged = Math.abs(local[name] - old[name]) >= 0.005;
    if (!hasChanged || !(isPlain(layer[name]) || isWord(layer[name])) || (isPlace && isFlow)) continue;
    // A place changes by the movement, because the attribute can differ from the layout, for example if it is absent.
    values[name] = isPlace ? rounded(numberOr0(layer[name]) + local[name] - old[name]) : value;
  }
  return values;
}

function shiftedBy(layer: EditedLayer, { x, y }: Point): Readonly<Record<string, unknown>> {
  return {
    ...(isPlain(layer["x"]) && x !== 0 && { x: rounded(numberOr0(layer["x"]) + x) }),
    ...(isPlain(layer["y"]) && y !== 0 && { y: rounded(numberOr0(layer["y"]) + y) }),
  };
}

/** Returns whether an attribute is not set, or a number. An expression is neither: only data changes it. */
function isPlain(value: unknown): boolean {
  return value === undefined || typeof value === "number";
}

function isWord(value: unknown): boolean {
  return value === "hug" || value === "fill";
}

function numberOr0(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function alongOneAxis({ x, y }: Point): Point {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}

/** Moves a box to whole pixels, except along an axis on which it snaps to something. */
function wholePixels(box: Rectangle, by: Point, { lines, gaps }: Snapped): Point {
  const isOn = (axis: "x" | "y"): boolean => [...lines, ...gaps].some((one) => one.axis === axis);
  return {
    x: isOn("x") ? by.x : Math.round(box.x + by.x) - box.x,
    y: isOn("y") ? by.y : Math.round(box.y + by.y) - box.y,
  };
}

/** Returns the boxes of the canvas and of the other layers, which stay where they are. */
function targetsOf({ document, ids, boxes }: GestureStart): readonly Rectangle[] {
  const parents = new Set([...ids].map((id) => parentOf(document, id)));
  const others = allLayers(document).filter(
    ({ layer, ancestors }) =>
      !ids.has(layer.id) &&
      layer["hide"] !== true &&
      !ancestors.some(({ id }) => ids.has(id)) &&
      (parents.has(ancestors.at(-1)?.id) || parents.has(layer.id)),
  );
  const canvas: Rectangle = { x: 0, y: 0, width: document.width, height: canvasHeight(document) };
  const known = others.flatMap(({ layer }) => boxes.get(layer.id) ?? []);
  return [canvas, ...known.map((box) => boundsOf([box]) ?? box)];
}
