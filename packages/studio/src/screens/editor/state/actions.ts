/** The actions of keys, menus and the command palette on the selected layers. */
import { canvasHeight, type EditedLayer, isExpression } from "../../../editor/document/edited-document.js";
import { allLayers, findLayer, outermost, parentOf, removeLayers } from "../../../editor/document/layer-tree.js";
import { type LayerAttribute, variableTypeOf } from "../../../editor/document/layer-types.js";
import { groupLayers, ungroupLayers } from "../../../editor/places/groups.js";
import { newLayer } from "../../../editor/document/new-layer.js";
import {
  duplicateLayers,
  insertLayers,
  type Order,
  reorder,
  setAttributes,
} from "../../../editor/document/operations.js";
import { bindToVariable } from "../../../editor/document/variables.js";
import { type Alignment, alignBoxes, distributeBoxes } from "../../../editor/geometry/arrange.js";
import { type Box, centerOf, type Point, type Rectangle } from "../../../editor/geometry/box.js";
import { toLocal } from "../../../editor/geometry/compose.js";
import { moveEach } from "../../../editor/gestures/gesture.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditorState } from "./editor-state.js";

/** A copy is moved by this distance, so that it can be seen. */
const COPY_OFFSET_PX = 16;

/** Names the selected layers in a step of the history. */
export function nameOfSelection(state: EditorState): string {
  return nameOfLayers(state.selected());
}

function nameOfLayers(layers: readonly EditedLayer[]): string {
  const [first] = layers;
  return layers.length === 1 ? (first?.name ?? first?.id ?? "") : texts.layerCount(layers.length);
}

export function removeSelected(state: EditorState): void {
  state.change(texts.steps.remove(nameOfSelection(state)), (document) => removeLayers(document, state.selection.value));
  state.select([]);
}

export function duplicateSelected(state: EditorState): void {
  state.changeAndSelect(texts.steps.duplicate(nameOfSelection(state)), (document) =>
    duplicateLayers(document, state.selection.value, COPY_OFFSET_PX),
  );
}

export function orderSelected(state: EditorState, order: Order): void {
  state.change(texts.steps.order(nameOfSelection(state)), (document) =>
    reorder(document, state.selection.value, order),
  );
}

export function groupSelected(state: EditorState): void {
  state.changeAndSelect(texts.steps.group, (document) =>
    groupLayers(document, state.selection.value, localBoxes(state)),
  );
}

export function ungroupSelected(state: EditorState): void {
  state.changeAndSelect(texts.steps.ungroup, (document) => {
    const outcome = ungroupLayers(document, state.selection.value);
    return outcome.ids.length === 0 ? undefined : outcome;
  });
}

export function selectAll(state: EditorState): void {
  const { document, within, locked } = state;
  const layers = allLayers(document.value).filter(
    ({ layer, ancestors }) => ancestors.at(-1)?.id === within.value && !locked.value.has(layer.id),
  );
  state.select(layers.map(({ layer }) => layer.id));
}

/** Moves the selected layers by pixels of the document. Presses that follow each other are one step. */
export function nudgeSelected(state: EditorState, by: Point): void {
  const ids = outermost(state.document.value, state.selection.value);
  const moves = new Map(ids.map((id) => [id, by]));
  state.change(
    texts.steps.move(nameOfSelection(state)),
    (document) => moveEach(document, state.boxes.value, moves),
    `nudge ${ids.join(" ")}`,
  );
}

/** Aligns the selected layers with each other, or one layer with what is around it. */
export function alignSelected(state: EditorState, alignment: Alignment): void {
  const boxes = outermostBoxes(state);
  moveBy(state, texts.steps.align, alignBoxes(boxes, alignment, boxes.size === 1 ? boxAround(state) : undefined));
}

/** Spaces the selected layers evenly between the outer ones. */
export function distributeSelected(state: EditorState, axis: "x" | "y"): void {
  moveBy(state, texts.steps.distribute, distributeBoxes(outermostBoxes(state), axis));
}

function moveBy(state: EditorState, step: string, moves: ReadonlyMap<string, Point>): void {
  state.change(step, (document) => moveEach(document, state.boxes.value, moves));
}

/** The boxes of the selected layers on the canvas, without those inside of others. */
function outermostBoxes(state: EditorState): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const id of outermost(state.document.value, state.selection.value)) {
    const box = state.boxes.value.get(id);
    if (box !== undefined) boxes.set(id, box);
  }
  return boxes;
}

/** The group around the selected layer, or the document. */
function boxAround(state: EditorState): Rectangle | undefined {
  const [id = ""] = outermost(state.document.value, state.selection.value);
  const document = state.document.value;
  const parent = findLayer(document, id)?.ancestors.at(-1);
  if (parent !== undefined) return state.boxes.value.get(parent.id);
  return { x: 0, y: 0, width: document.width, height: canvasHeight(document) };
}

/**
 * Sets an attribute of layers. They may not be selected any more when a value arrives late, such as that of an upload.
 * Changes with the same key that follow each other are one step.
 */
export function setOnLayers(
  state: EditorState,
  layers: readonly EditedLayer[],
  { name, label }: Pick<LayerAttribute, "name" | "label">,
  value: unknown,
  mergeKey: string,
): void {
  const ids = layers.map(({ id }) => id);
  state.change(
    texts.steps.set(label, nameOfLayers(layers)),
    (document) => setAttributes(document, ids, { [name]: value }),
    `${mergeKey} ${ids.join(" ")}`,
  );
}

/** Binds an attribute of layers to a variable. Without a name, a new one begins with a value. */
export function bindLayers(
  state: EditorState,
  layers: readonly EditedLayer[],
  attribute: Pick<LayerAttribute, "name" | "label" | "control" | "default">,
  value: unknown,
  variable?: string,
): void {
  const ids = layers.map(({ id }) => id);
  const type = variableTypeOf(attribute);
  // The variable begins with the color that the service has chosen.
  const chosen = type === "color" ? state.layout.value?.autoColors?.get(ids[0] ?? "") : undefined;
  const target =
    variable === undefined ? { type, value: valueFor(type, [value, chosen, attribute.default]) } : { name: variable };
  state.change(
    texts.steps.bind(attribute.label, nameOfLayers(layers)),
    (document) => bindToVariable(document, ids, attribute.name, target).document,
  );
}

/** Returns the first value that a variable of the type can begin with. Undefined if there is none. */
function valueFor(type: string, values: readonly unknown[]): unknown {
  return values.find((one) => {
    if (type === "color") return typeof one === "string" && /^(#|rgb|hsl)/i.test(one);
    return typeof one === (type === "image" ? "string" : type) && !isExpression(one);
  });
}

/** Hides a layer in the picture, or shows it again. */
export function setHidden(state: EditorState, id: string, isHidden: boolean): void {
  const name = findLayer(state.document.value, id)?.layer.name ?? id;
  state.change(isHidden ? texts.steps.hide(name) : texts.steps.show(name), (document) =>
    setAttributes(document, [id], { hide: isHidden ? true : undefined }),
  );
}

/** Gives a layer another name, which requests use. An empty one changes nothing. */
export function renameLayer(state: EditorState, id: string, name: string): void {
  const before = findLayer(state.document.value, id)?.layer.name ?? id;
  const wanted = name.trim();
  if (wanted === "" || wanted === before) return;
  state.change(texts.steps.rename(before), (document) => setAttributes(document, [id], { name: wanted }));
}

/** Adds a layer of a type in the opened group, or on the document. */
export function addLayer(state: EditorState, type: string, at: Point): void {
  const layer = newLayer(state.document.value, type, at);
  addLayers(state, [layer], texts.steps.add(texts.types[type] ?? type));
}

/** Adds layers whose places are on the document, above everything, and selects them. */
export function addLayers(state: EditorState, layers: readonly EditedLayer[], step: string): void {
  const parent = state.within.value;
  const box = parent === undefined ? undefined : state.boxes.value.get(parent);
  const placed = box === undefined ? layers : layers.map((layer) => relativeTo(box, layer));
  state.changeAndSelect(step, (document) => insertLayers(document, placed, { parent }));
}

function relativeTo(box: Box, layer: EditedLayer): EditedLayer {
  const [x, y] = [layer["x"], layer["y"]];
  if (typeof x !== "number" || typeof y !== "number") return layer;
  return { ...layer, x: Math.round(x - box.x), y: Math.round(y - box.y) };
}

/** Leaves what is open: the group that was opened, then the selection. */
export function stepOut(state: EditorState): void {
  const [first = ""] = outermost(state.document.value, state.selection.value);
  const parent = parentOf(state.document.value, first);
  if (parent !== undefined) {
    state.within.value = parentOf(state.document.value, parent);
    state.select([parent]);
  } else {
    state.within.value = undefined;
    state.select([]);
  }
}

/** Opens the selected group. Returns false if no group is selected. */
export function stepIn(state: EditorState): boolean {
  const [layer] = state.selected();
  if (layer?.children === undefined) return false;
  state.within.value = layer.id;
  const last = layer.children.at(-1);
  state.select([last?.id ?? layer.id]);
  return true;
}

/** The middle of what is selected, or of the document. */
export function placeForNew(state: EditorState): Point {
  const document = state.document.value;
  const height = typeof document.height === "number" ? document.height : document.width / 2;
  return centerOf({ x: 0, y: 0, width: document.width, height });
}

/** The boxes of layers relative to the group around each. */
function localBoxes(state: EditorState): ReadonlyMap<string, Box> {
  const boxes = state.boxes.value;
  const local = new Map<string, Box>();
  for (const { layer, ancestors } of allLayers(state.document.value)) {
    const [box, parent] = [boxes.get(layer.id), boxes.get(ancestors.at(-1)?.id ?? "")];
    if (box !== undefined) local.set(layer.id, parent === undefined ? box : toLocal(parent, box));
  }
  return local;
}

/** Returns the layers that are copied, without those inside of others. */
export function copiedLayers(state: EditorState): readonly EditedLayer[] {
  return outermost(state.document.value, state.selection.value).flatMap(
    (id) => findLayer(state.document.value, id)?.layer ?? [],
  );
}
