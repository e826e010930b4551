import { type Box, centerOf, rotateAround } from "../../../editor/geometry/box.js";
import { caretAt, lineOf, selectedBoxes, type TextLine } from "../../../editor/text/caret.js";
import type { ShownPlaceholder } from "../../../editor/text/shown-text.js";
import { toScreen, type View } from "./view.js";

/** A placeholder with its name, for its chip. */
export interface Chip extends ShownPlaceholder {
  readonly name: string;
  /** Whether the caret touches it, or the selection contains it. */
  readonly isActive: boolean;
}

interface MarksProps {
  readonly lines: readonly TextLine[];
  readonly box: Box;
  readonly view: View;
  /** The selection, in the shown text. */
  readonly range: readonly [number, number];
  readonly chips: readonly Chip[];
}

/** The chip of an empty value has this width, as a share of the height of its line. */
const EMPTY_WIDTH = 0.3;

/** The caret, or the boxes of what is selected, and a chip over the value of each variable. */
export function Marks({ lines, box, view, range: [from, to], chips }: MarksProps) {
  const { scale, x, y } = view;
  const center = centerOf(box);
  const transform = `translate(${x} ${y}) scale(${scale}) rotate(${box.rotation} ${center.x} ${center.y})`;
  const caret = caretAt(lines, to);
  const boxes = from === to ? [] : selectedBoxes(lines, from, to);
  return (
    <>
      <svg class="text-marks" aria-hidden="true">
        <g transform={transform}>
          {chips.flatMap((chip) =>
            boxesOf(lines, chip).map((one) => (
              <rect key={`chip ${chip.from} ${one.y}`} class={chip.isActive ? "chip active" : "chip"} {...one} />
            )),
          )}
          {boxes.map((selected) => (
            <rect key={`${selected.x} ${selected.y}`} class="chosen" {...selected} />
          ))}
          {from === to && caret !== undefined && (
            <line
              key={`${to} ${lineOf(lines, to)}`}
              x1={caret.x}
              x2={caret.x}
              y1={caret.y}
              y2={caret.y + caret.height}
            />
          )}
        </g>
      </svg>
      {chips
        .filter(({ isActive, start, end }) => isActive || start === end)
        .map((chip) => (
          <ChipTag key={chip.from} {...{ chip, lines, box, view }} />
        ))}
    </>
  );
}

type ChipTagProps = Pick<MarksProps, "lines" | "box" | "view"> & { readonly chip: Chip };

/** The name of a variable, above its value. Screen readers find the name in the field, so the tag is hidden from them. */
function ChipTag({ chip, lines, box, view }: ChipTagProps) {
  const [first] = boxesOf(lines, chip);
  if (first === undefined) return null;
  const at = toScreen(view, rotateAround({ x: first.x, y: first.y }, centerOf(box), box.rotation));
  return (
    <span class="chip-tag mono" aria-hidden="true" style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <span>{chip.name}</span>
    </span>
  );
}

interface ChipBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxesOf(lines: readonly TextLine[], { start, end }: ShownPlaceholder): readonly ChipBox[] {
  const found = selectedBoxes(lines, start, end);
  const caret = caretAt(lines, start);
  if (found.length > 0 || caret === undefined) return found;
  const width = caret.height * EMPTY_WIDTH;
  return [{ x: caret.x - width / 2, y: caret.y, width, height: caret.height }];
}
