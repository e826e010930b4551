import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { variablesOf } from "../../../editor/document/variables.js";
import { type Box, centerOf, rotateAround } from "../../../editor/geometry/box.js";
import { misfitsOf } from "../../../editor/samples/text-fit.js";
import { offsetAt } from "../../../editor/text/caret.js";
import {
  type KnownText,
  placeholdersNow,
  type ShownPlaceholder,
  toShown,
  toTemplate,
} from "../../../editor/text/shown-text.js";
import { textOf } from "../../../editor/text/text-of.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { misfitText } from "../data/misfit-text.js";
import type { SampleVariable } from "../panel/template-text-field.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { TextFacts } from "../preview/draw-draft.js";
import type { EditorState } from "../state/editor-state.js";
import { NameList, useNameList } from "./name-list.js";
import { richTextOf, textIn, typedIn } from "./rich-layer.js";
import { changeOfKey, stateOfField } from "./text-keys.js";
import { type Chip, Marks } from "./text-marks.js";
import { useTextField } from "./use-text-field.js";
import { toDocument, toScreen, type View } from "./view.js";

interface TextInPlaceProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly view: Signal<View>;
}

/**
 * Edits a text on the picture. A transparent field takes the input of keys and input methods. The service draws the
 * letters, and its layout says where the caret, the selection and the values of variables are.
 */
export function TextInPlace({ state, preview, view }: TextInPlaceProps) {
  const id = state.editing.value;
  const layer = id === undefined ? undefined : findLayer(state.document.value, id)?.layer;
  const box = id === undefined ? undefined : state.boxes.value.get(id);
  if (id === undefined || layer === undefined || box === undefined) return null;
  const facts = preview.texts.value.get(id);
  const text = textIn(state.document.value, id);
  const placeholders = placeholdersNow(text, knownText(state, id, facts));
  return (
    <TextField
      key={id}
      {...{ id, layer, text, box, facts, placeholders, state }}
      name={layer.name ?? id}
      view={view.value}
      variables={variablesIn(state.document.value)}
    />
  );
}

/** The text that the last picture was drawn from, and where its values are. */
function knownText(state: EditorState, id: string, facts: TextFacts | undefined): KnownText | undefined {
  const drawn = state.layout.value?.document;
  if (drawn === undefined || facts?.placeholders === undefined) return undefined;
  return { text: textIn(drawn, id), placeholders: facts.placeholders };
}

/** While a text is edited, the canvas shows the values of the template itself. */
function variablesIn(document: EditedDocument): readonly SampleVariable[] {
  return variablesOf(document).map(({ name, type, default: usual }) => ({ name, type, sample: textOf(usual) }));
}

interface TextFieldProps {
  readonly id: string;
  readonly layer: EditedLayer;
  readonly name: string;
  readonly text: string;
  readonly box: Box;
  readonly facts: TextFacts | undefined;
  readonly placeholders: readonly ShownPlaceholder[];
  readonly variables: readonly SampleVariable[];
  readonly state: EditorState;
  readonly view: View;
}

function TextField(props: TextFieldProps) {
  const { id, layer, name, text, box, facts, placeholders, variables, state, view } = props;
  const { field, range, read, select, change, travel } = useTextField(props);
  const rich = richTextOf(layer, text);
  const anchor = useRef<number | undefined>(undefined);
  const lines = facts?.lines ?? [];
  const names = useNameList({ text, range, variables, onChange: change });
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    select(0, text.length);
  }, []);
  const offsetOf = (event: PointerEvent): number => {
    const frame = field.current?.closest(".canvas")?.getBoundingClientRect();
    const point = toDocument(view, { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) });
    return toTemplate(placeholders, offsetAt(lines, rotateAround(point, centerOf(box), -box.rotation)));
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const { current } = field;
    if (current === null || event.isComposing) return;
    if (names.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") endEditing(state, id);
    const isRtl = getComputedStyle(current).direction === "rtl";
    if (travel(event)) return;
    const changed = changeOfKey(stateOfField(current), event, { lines, placeholders, rich, isRtl });
    if (changed === undefined) return;
    event.preventDefault();
    change(changed);
  };
  const shown = [toShown(placeholders, range[0]), toShown(placeholders, range[1])] as const;
  return (
    <>
      <Marks lines={lines} box={box} view={view} range={shown} chips={chipsOf(text, placeholders, range)} />
      <textarea
        ref={field}
        class="text-in-place"
        aria-label={texts.textOf(name)}
        dir="auto"
        spellcheck={false}
        value={text}
        style={fieldStyle(box, view)}
        {...names.attributes}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          const typed = event.isComposing ? undefined : typedIn(rich, value, selectionStart);
          change(typed ?? { text: value, caret: selectionStart });
          names.open();
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
      <NameList names={names} lines={lines} box={box} view={view} at={shown[1]} />
      <FitTag {...{ id, facts, box, state, view }} />
    </>
  );
}

function endEditing(state: EditorState, id: string): void {
  state.editing.value = undefined;
  state.select([id]);
  document.querySelector<HTMLElement>(".canvas")?.focus({ preventScroll: true });
}

function chipsOf(
  text: string,
  placeholders: readonly ShownPlaceholder[],
  [first, last]: readonly [number, number],
): readonly Chip[] {
  return placeholders.map((one) => ({
    ...one,
    name: text.slice(one.from + 2, one.to - 2).trim(),
    isActive: first <= one.to && last >= one.from,
  }));
}

type FitTagProps = Pick<TextFieldProps, "id" | "facts" | "box" | "state" | "view">;

/** Says below the text that it is cut, or that it has become smaller. */
function FitTag({ id, facts, box, state, view }: FitTagProps) {
  if (facts === undefined) return null;
  const laid = { layerId: id, box, rotation: box.rotation, text: facts };
  const [misfit] = misfitsOf(state.document.value, [laid]);
  if (misfit === undefined) return null;
  const at = toScreen(view, { x: box.x, y: box.y + box.height });
  return (
    <output class={`fit-tag ${misfit.kind}`} style={{ transform: `translate(${at.x}px, ${at.y + 6}px)` }}>
      {misfitText(misfit)}
    </output>
  );
}

function fieldStyle(box: Box, { scale, x, y }: View): Record<string, string> {
  return {
    width: `${box.width * scale}px`,
    height: `${box.height * scale}px`,
    transform: `translate(${box.x * scale + x}px, ${box.y * scale + y}px) rotate(${box.rotation}deg)`,
  };
}
