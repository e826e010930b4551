import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { type Box, centerOf, rotateAround } from "../../../editor/geometry/box.js";
import { caretAt, type TextLine } from "../../../editor/text/caret.js";
import { completeName, type EditedText, typedName } from "../../../editor/text/placeholders.js";
import { Offered, runListKey, type SampleVariable } from "../panel/template-text-field.js";
import { toScreen, type View } from "./view.js";

interface NameListSettings {
  readonly text: string;
  /** The selection in the text. */
  readonly range: readonly [number, number];
  readonly variables: readonly SampleVariable[];
  readonly onChange: (edited: EditedText) => void;
}

/** The names that are offered after two braces in a text on the canvas. */
export interface OfferedNames {
  readonly id: string;
  readonly offered: readonly SampleVariable[];
  readonly index: number;
  readonly choose: (name: string) => void;
  /** Offers names again, after Escape has closed the list. */
  readonly open: () => void;
  /** Returns whether the key belongs to the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Connects the field with the list. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

/** Offers the variables whose names begin with what is typed after two braces. */
export function useNameList({ text, range: [from, to], variables, onChange }: NameListSettings): OfferedNames {
  const id = useId();
  const chosen = useSignal(0);
  const isClosed = useSignal(false);
  const typed = from === to && !isClosed.value ? typedName({ text, caret: to }) : undefined;
  const offered =
    typed === undefined ? [] : variables.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const index = Math.min(chosen.value, offered.length - 1);
  const choose = (name: string): void => onChange(completeName({ text, caret: to }, name));
  const caret = {
    get value(): number | undefined {
      return to;
    },
    // The list closes by forgetting the caret that it belongs to.
    set value(_: number | undefined) {
      isClosed.value = true;
    },
  };
  return {
    id,
    offered,
    index,
    choose,
    open: () => {
      isClosed.value = false;
      chosen.value = 0;
    },
    onKey: (event) => offered.length > 0 && runListKey(event, offered, index, { chosen, caret, complete: choose }),
    attributes: {
      role: "textbox",
      "aria-autocomplete": "list",
      "aria-controls": offered.length > 0 ? id : undefined,
      "aria-activedescendant": offered.length > 0 ? `${id}-${index}` : undefined,
    },
  };
}

interface NameListProps {
  readonly names: OfferedNames;
  readonly lines: readonly TextLine[];
  readonly box: Box;
  readonly view: View;
  /** The caret in the shown text. */
  readonly at: number;
}

/** The list of names, below the caret. */
export function NameList({ names: { id, offered, index, choose }, lines, box, view, at }: NameListProps) {
  if (offered.length === 0) return null;
  const caret = caretAt(lines, at) ?? { x: box.x, y: box.y, height: box.height };
  const place = rotateAround({ x: caret.x, y: caret.y + caret.height }, centerOf(box), box.rotation);
  const { x, y } = toScreen(view, place);
  return (
    <div class="name-list" style={{ transform: `translate(${x}px, ${y + 4}px)` }}>
      <Offered id={id} offered={offered} index={index} onChoose={choose} />
    </div>
  );
}
