import { useRef, useState } from "preact/hooks";
import { Field } from "../../../components/field.js";
import { calculate, type CalculationContext } from "../../../editor/numbers/calculate.js";
import { editor as texts } from "../../../messages/en/editor.js";

interface NumberFieldProps {
  readonly label: string;
  /** If undefined, the placeholder is shown: the default, or a note that values differ. */
  readonly value: number | string | undefined;
  readonly placeholder: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The words that are valid in place of a number. */
  readonly words?: readonly string[];
  readonly context?: CalculationContext;
  readonly error?: string | undefined;
  /** @param mergeKey changes with the same key are one step of the history */
  readonly onChange: (value: number | string | undefined, mergeKey: string) => void;
  readonly aside?: preact.ComponentChildren;
}

/** A number: typed, calculated, changed by the arrow keys, or scrubbed on its label. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, placeholder, words = [], context, onChange, error, aside } = props;
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const scrub = useRef<{ readonly x: number; readonly from: number } | undefined>(undefined);
  const limited = (number: number): number =>
    Math.round(Math.min(props.max ?? Infinity, Math.max(props.min ?? -Infinity, number)) * 100) / 100;
  const shown = value === undefined ? "" : String(value);
  const present = typeof value === "number" ? value : Number(placeholder) || 0;
  // A fraction such as an opacity changes in hundredths.
  const step = props.max !== undefined && props.max <= 5 ? 0.01 : 1;
  const commit = (): void => {
    const text = typed?.trim();
    const isWord = text !== undefined && words.includes(text);
    const number = text === undefined ? undefined : calculate(text, { ...context, present });
    const isUnchanged = typed === undefined || typed === shown;
    const isValid = isUnchanged || text === "" || isWord || number !== undefined;
    setWrong(!isValid);
    if (!isValid) return;
    if (!isUnchanged) onChange(isWord ? text : number === undefined ? undefined : limited(number), `type ${label}`);
    setTyped(undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setTyped(undefined);
    if (direction === undefined) return;
    event.preventDefault();
    const from = typed === undefined ? present : (calculate(typed, { ...context, present }) ?? present);
    setTyped(undefined);
    onChange(limited(from + direction * step * (event.shiftKey ? 10 : 1)), `step ${label}`);
  };
  return (
    <div
      class="number-field"
      onPointerDown={(event) => {
        if (!(event.target instanceof HTMLLabelElement)) return;
        event.target.setPointerCapture(event.pointerId);
        scrub.current = { x: event.clientX, from: present };
      }}
      onPointerMove={(event) => {
        if (scrub.current === undefined) return;
        const { x, from } = scrub.current;
        onChange(limited(from + Math.round(event.clientX - x) * step * (event.shiftKey ? 10 : 1)), `scrub ${label}`);
      }}
      onPointerUp={() => (scrub.current = undefined)}
      onPointerCancel={() => (scrub.current = undefined)}
    >
      <Field label={label} error={isWrong ? texts.panel.notANumber : error} aside={aside}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            value={typed ?? shown}
            placeholder={placeholder}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={commit}
            onKeyDown={onKey}
          />
        )}
      </Field>
      <Words words={words} current={value ?? placeholder} onChoose={(word) => onChange(word, `word ${label}`)} />
    </div>
  );
}

interface WordsProps {
  readonly words: readonly string[];
  readonly current: number | string;
  readonly onChoose: (word: string) => void;
}

/** The words that are valid in place of a number, as buttons. */
function Words({ words, current, onChoose }: WordsProps) {
  if (words.length === 0) return null;
  return (
    <div class="words">
      {words.map((word) => (
        <button key={word} type="button" aria-pressed={current === word} onClick={() => onChoose(word)}>
          {word}
        </button>
      ))}
    </div>
  );
}
