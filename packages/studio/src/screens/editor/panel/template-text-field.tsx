import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Field } from "../../../components/field.js";
import {
  completeName,
  deletePlaceholder,
  type EditedText,
  insertName,
  placeholdersOf,
  stepOver,
  typedName,
} from "../../../editor/text/placeholders.js";
import { editor as texts } from "../../../messages/en/editor.js";

/** A variable, with the value that the canvas shows. */
export interface SampleVariable {
  readonly name: string;
  readonly type: string;
  readonly sample: string;
}

interface TemplateTextFieldProps {
  readonly label: string;
  readonly aside: preact.ComponentChildren;
  readonly error: string | undefined;
  readonly value: string;
  readonly placeholder: string;
  readonly rows: number;
  readonly variables: readonly SampleVariable[];
  readonly onInput: (text: string) => void;
}

/** A text with variables: names are completed after two braces, and a variable is deleted like one character. */
export function TemplateTextField(props: TemplateTextFieldProps) {
  const { label, aside, error, value, placeholder, rows, variables, onInput } = props;
  const element = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const caret = useSignal<number | undefined>(undefined);
  const chosen = useSignal(0);
  /** The caret after the text that was set last. */
  const next = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (next.current !== undefined) element.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  const set = (edited: EditedText): void => {
    next.current = edited.caret;
    caret.value = undefined;
    onInput(edited.text);
  };
  const name = caret.value === undefined ? undefined : typedName({ text: value, caret: caret.value });
  const offered =
    name === undefined ? [] : variables.filter((one) => one.name.toLowerCase().startsWith(name.toLowerCase()));
  const index = Math.min(chosen.value, offered.length - 1);
  const complete = (variable: string): void => set(completeName({ text: value, caret: caret.value ?? 0 }, variable));
  const onKey = (event: KeyboardEvent): void => {
    const isHandled =
      (offered.length > 0 && runListKey(event, offered, index, { chosen, caret, complete })) ||
      runTextKey(event, element.current, set);
    if (isHandled) event.preventDefault();
  };
  const insert = (variable: string): void => {
    const { selectionStart = value.length, selectionEnd = value.length } = element.current ?? {};
    element.current?.focus();
    set(insertName(value, selectionStart, selectionEnd, variable));
  };
  return (
    <Field label={label} aside={aside} error={error}>
      {(control) => (
        <div class="template-text">
          <textarea
            {...control}
            ref={element}
            class="input"
            dir="auto"
            rows={rows}
            value={value}
            placeholder={placeholder}
            role="textbox"
            aria-autocomplete="list"
            aria-controls={offered.length > 0 ? listId : undefined}
            aria-activedescendant={offered.length > 0 ? `${listId}-${index}` : undefined}
            onInput={(event) => {
              const { value: text, selectionStart } = event.currentTarget;
              caret.value = selectionStart;
              chosen.value = 0;
              onInput(text);
            }}
            onKeyDown={onKey}
            onBlur={() => (caret.value = undefined)}
          />
          {offered.length > 0 && <Offered id={listId} offered={offered} index={index} onChoose={complete} />}
          <Chips value={value} variables={variables} onInsert={insert} onRemove={set} />
        </div>
      )}
    </Field>
  );
}

interface ListActions {
  readonly chosen: { value: number };
  readonly caret: { value: number | undefined };
  readonly complete: (name: string) => void;
}

/** Moves through the names that are offered, and chooses one. Returns whether the key belongs to the list. */
export function runListKey(
  event: KeyboardEvent,
  offered: readonly SampleVariable[],
  index: number,
  { chosen, caret, complete }: ListActions,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) chosen.value = (index + step + offered.length) % offered.length;
  else if (event.key === "Enter" || event.key === "Tab") complete(offered[index]?.name ?? "");
  else if (event.key === "Escape") {
    caret.value = undefined;
    event.stopPropagation();
  } else return false;
  return true;
}

/** Deletes variables, and moves the caret over them. */
function runTextKey(
  event: KeyboardEvent,
  element: HTMLTextAreaElement | null,
  set: (edited: EditedText) => void,
): boolean {
  if (element === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { value: text, selectionStart: caret, selectionEnd } = element;
  if (caret !== selectionEnd) return false;
  const direction = event.key === "Backspace" || event.key === "ArrowLeft" ? "backward" : "forward";
  if (event.key === "Backspace" || event.key === "Delete") {
    const edited = deletePlaceholder({ text, caret }, direction);
    if (edited !== undefined) set(edited);
    return edited !== undefined;
  }
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
  // Right-to-left texts move the caret the other way, which only the browser knows.
  if (getComputedStyle(element).direction === "rtl") return false;
  const to = stepOver({ text, caret }, direction);
  if (to !== undefined) element.setSelectionRange(to, to);
  return to !== undefined;
}

interface OfferedProps {
  readonly id: string;
  readonly offered: readonly SampleVariable[];
  readonly index: number;
  readonly onChoose: (name: string) => void;
}

/** The variables whose names begin with what is typed. */
export function Offered({ id, offered, index, onChoose }: OfferedProps) {
  return (
    <ul class="template-list" role="listbox" id={id} aria-label={texts.variables.title}>
      {offered.map(({ name, sample }, place) => (
        <li
          key={name}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === index}
          // The focus stays in the text.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          <span class="mono">{name}</span>
          <span class="quiet truncate">{sample}</span>
        </li>
      ))}
    </ul>
  );
}

interface ChipsProps {
  readonly value: string;
  readonly variables: readonly SampleVariable[];
  readonly onInsert: (name: string) => void;
  readonly onRemove: (edited: EditedText) => void;
}

/** The variables of the text with the values that the canvas shows, and those that it can have. */
function Chips({ value, variables, onInsert, onRemove }: ChipsProps) {
  const used = placeholdersOf(value);
  const others = variables.filter(({ name }) => !used.some(({ expression }) => expression === name));
  if (used.length === 0 && others.length === 0) return null;
  return (
    <div class="template-chips">
      {used.map(({ start, end, expression }) => {
        const sample = variables.find(({ name }) => name === expression)?.sample;
        return (
          <button
            key={`${start} ${expression}`}
            type="button"
            class="chip used"
            title={texts.variables.removeFromText}
            onClick={() => onRemove({ text: value.slice(0, start) + value.slice(end), caret: start })}
          >
            <span class="visually-hidden">{texts.variables.removeFromText}: </span>
            <span class="mono">{expression}</span>
            {sample !== undefined && <span class="quiet truncate">{sample}</span>}
          </button>
        );
      })}
      {others.map(({ name }) => (
        <button key={name} type="button" class="chip" title={texts.variables.insert} onClick={() => onInsert(name)}>
          <span class="visually-hidden">{texts.variables.insert}: </span>
          <span aria-hidden="true">+</span>
          <span class="mono">{name}</span>
        </button>
      ))}
    </div>
  );
}
