import type { Signal } from "@preact/signals";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { type Box, boundsOf, centerOf, type Point, rotate } from "../../../editor/geometry/box.js";
import { HANDLES } from "../../../editor/geometry/resize.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { formatNumber } from "../../../messages/format.js";
import type { EditorState } from "../state/editor-state.js";
import { toScreen, type View } from "./view.js";

/** The distance of the handle for rotating from the box, in CSS pixels. */
const ROTATE_PX = 24;
/** A box smaller than this on the screen has handles at its corners only. */
const SMALL_PX = 36;
/** From this size on, the handle for the corner radius has room. */
const RADIUS_ROOM_PX = 72;

/** The handles of the selected layer, and its size in words. */
export function Handles({ state, view }: { readonly state: EditorState; readonly view: Signal<View> }) {
  const selected = [...state.selection.value].filter((id) => findLayer(state.document.value, id) !== undefined);
  const boxes = selected.flatMap((id) => state.boxes.value.get(id) ?? []);
  const around = boundsOf(boxes);
  if (around === undefined) return null;
  const [only] = boxes;
  const isSingle = boxes.length === 1 && only !== undefined;
  const current = view.value;
  const below = toScreen(current, { x: around.x + around.width / 2, y: around.y + around.height });
  const size = isSingle ? only : around;
  return (
    <div class="handles">
      {isSingle && <BoxHandles box={only} state={state} id={selected[0] ?? ""} view={current} />}
      <output class="size-tag" style={{ transform: `translate(${below.x}px, ${below.y + 8}px)` }}>
        <span>
          {formatNumber(Math.round(size.width))} × {formatNumber(Math.round(size.height))}
        </span>
      </output>
    </div>
  );
}

interface BoxHandlesProps {
  readonly box: Box;
  readonly state: EditorState;
  readonly id: string;
  readonly view: View;
}

function BoxHandles({ box, state, id, view }: BoxHandlesProps) {
  const layer = findLayer(state.document.value, id)?.layer;
  if (layer === undefined || state.locked.value.has(id)) return null;
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  const shown = HANDLES.map((handle, index) => ({ ...handle, index })).filter(
    ({ x, y }) => (x !== 0 || width >= SMALL_PX) && (y !== 0 || height >= SMALL_PX),
  );
  const at = (x: number, y: number, out = 0): Point => {
    const offset = rotate({ x: (x * box.width) / 2, y: (y * box.height) / 2 - out / view.scale }, box.rotation);
    const center = centerOf(box);
    return toScreen(view, { x: center.x + offset.x, y: center.y + offset.y });
  };
  const hasRadius = "border_radius" in layer || ["rectangle", "image", "group"].includes(layer.type);
  const radius = typeof layer["border_radius"] === "number" ? layer["border_radius"] : 0;
  const inset = Math.max(radius, 14 / view.scale);
  return (
    <>
      {shown.map(({ x, y, index }) => (
        <HandleShape
          key={index}
          grip={String(index)}
          label={texts.handles[index] ?? ""}
          at={at(x, y)}
          rotation={box.rotation}
          cursor={cursorOf(x, y, box.rotation)}
        />
      ))}
      <HandleShape grip="rotate" label={texts.rotate} at={at(0, -1, ROTATE_PX)} rotation={0} cursor="grab" isRound />
      {hasRadius && Math.min(width, height) >= RADIUS_ROOM_PX && (
        <HandleShape
          grip="radius"
          label={texts.radius}
          at={at(-1 + (2 * inset) / box.width, -1 + (2 * inset) / box.height)}
          rotation={0}
          cursor="default"
          isRound
        />
      )}
    </>
  );
}

interface HandleShapeProps {
  readonly grip: string;
  readonly label: string;
  readonly at: Point;
  readonly rotation: number;
  readonly cursor: string;
  readonly isRound?: boolean;
}

/** A handle for the pointer. With the keyboard, numbers in the panel do the same. */
function HandleShape({ grip, label, at, rotation, cursor, isRound = false }: HandleShapeProps) {
  const transform = `translate(${at.x}px, ${at.y}px) rotate(${rotation}deg)`;
  return (
    <div
      class={isRound ? "handle round" : "handle"}
      role="img"
      aria-label={label}
      title={label}
      data-grip={grip}
      style={{ transform, cursor }}
    />
  );
}

const CURSORS = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"] as const;

/** The arrow of the pointer, rotated with the box. */
function cursorOf(x: number, y: number, rotation: number): string {
  const degrees = (Math.atan2(x, -y) * 180) / Math.PI + rotation;
  return CURSORS[((Math.round(degrees / 45) % 4) + 4) % 4] ?? "default";
}
