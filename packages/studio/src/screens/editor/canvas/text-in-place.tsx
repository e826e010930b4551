import type { Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { setAttributes } from "../../../editor/document/operations.js";
import { type Box, centerOf, rotateAround } from "../../../editor/geometry/box.js";
import { caretAt, lineOf, offsetAt, offsetBeside, selectedBoxes, type TextLine } from "../../../editor/text/caret.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import { toDocument, type View } from "./view.js";

interface TextInPlaceProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly view: Signal<View>;
}

/**
 * Editing a text on the picture. A transparent field takes the keys and input methods; the service draws the letters, and
 * its layout says where the caret and the selection are.
 */
export function TextInPlace({ state, preview, view }: TextInPlaceProps) {
  const id = state.editing.value;
  const layer = id === undefined ? undefined : findLayer(state.document.value, id)?.layer;
  const box = id === undefined ? undefined : state.boxes.value.get(id);
  if (id === undefined || layer === undefined || box === undefined) return null;
  const lines = preview.texts.value.get(id)?.lines ?? [];
  const text = typeof layer["text"] === "string" ? layer["text"] : "";
  return <TextField key={id} {...{ id, text, box, lines, state }} name={layer.name ?? id} view={view.value} />;
}

interface TextFieldProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly box: Box;
  readonly lines: readonly TextLine[];
  readonly state: EditorState;
  readonly view: View;
}

function TextField({ id, name, text, box, lines, state, view }: TextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<number | undefined>(undefined);
  const [range, setRange] = useState<readonly [number, number]>([0, text.length]);
  const read = (): void => {
    const { current } = field;
    if (current !== null) setRange([current.selectionStart, current.selectionEnd]);
  };
  const select = (from: number, to: number): void => {
    field.current?.setSelectionRange(Math.min(from, to), Math.max(from, to), from <= to ? "forward" : "backward");
    read();
  };
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    select(0, text.length);
  }, []);
  const offsetOf = (event: PointerEvent): number => {
    const frame = field.current?.closest(".canvas")?.getBoundingClientRect();
    const point = toDocument(view, { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) });
    return offsetAt(lines, rotateAround(point, centerOf(box), -box.rotation));
  };
  const end = (): void => {
    state.editing.value = undefined;
    state.select([id]);
    document.querySelector<HTMLElement>(".canvas")?.focus({ preventScroll: true });
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const { current } = field;
    if (event.key === "Escape" && !event.isComposing) end();
    const direction = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (direction === undefined || current === null || event.isComposing) return;
    // The lines of the field are not those of the picture.
    event.preventDefault();
    const head = current.selectionDirection === "backward" ? current.selectionStart : current.selectionEnd;
    const tail = current.selectionDirection === "backward" ? current.selectionEnd : current.selectionStart;
    const next = offsetBeside(lines, head, direction, caretAt(lines, head)?.x ?? 0);
    const target = next ?? (direction === 1 ? text.length : 0);
    select(event.shiftKey ? tail : target, target);
  };
  return (
    <>
      <Marks lines={lines} box={box} view={view} range={range} />
      <textarea
        ref={field}
        class="text-in-place"
        aria-label={texts.textOf(name)}
        dir="auto"
        spellcheck={false}
        value={text}
        style={fieldStyle(box, view)}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          state.change(
            texts.steps.set(texts.types["text"] ?? "", name),
            (before) => setAttributes(before, [id], { text: typed }),
            `in place ${id}`,
          );
          read();
        }}
        onKeyDown={onKey}
        onKeyUp={read}
        onSelect={read}
        onBlur={() => state.editing.value === id && (state.editing.value = undefined)}
        onPointerDown={(event) => {
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          anchor.current = offsetOf(event);
          select(anchor.current, anchor.current);
        }}
        onPointerMove={(event) => anchor.current !== undefined && select(anchor.current, offsetOf(event))}
        onPointerUp={() => (anchor.current = undefined)}
        onDblClick={(event) => event.stopPropagation()}
      />
    </>
  );
}

interface MarksProps {
  readonly lines: readonly TextLine[];
  readonly box: Box;
  readonly view: View;
  readonly range: readonly [number, number];
}

/** The caret, or the boxes of what is selected. */
function Marks({ lines, box, view, range: [from, to] }: MarksProps) {
  const { scale, x, y } = view;
  const center = centerOf(box);
  const transform = `translate(${x} ${y}) scale(${scale}) rotate(${box.rotation} ${center.x} ${center.y})`;
  const caret = caretAt(lines, to);
  const boxes = from === to ? [] : selectedBoxes(lines, from, to);
  return (
    <svg class="text-marks" aria-hidden="true">
      <g transform={transform}>
        {boxes.map((selected) => (
          <rect key={`${selected.x} ${selected.y}`} {...selected} />
        ))}
        {from === to && caret !== undefined && (
          <line key={`${to} ${lineOf(lines, to)}`} x1={caret.x} x2={caret.x} y1={caret.y} y2={caret.y + caret.height} />
        )}
      </g>
    </svg>
  );
}

function fieldStyle(box: Box, { scale, x, y }: View): Record<string, string> {
  return {
    width: `${box.width * scale}px`,
    height: `${box.height * scale}px`,
    transform: `translate(${box.x * scale + x}px, ${box.y * scale + y}px) rotate(${box.rotation}deg)`,
  };
}
