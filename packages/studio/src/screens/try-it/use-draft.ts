import { useState } from "preact/hooks";
import { NO_VALUES, type Values } from "./form/values.js";
import { DEFAULT_OUTPUT, type Output } from "./request/request-of.js";

/** The values that a person has entered for a template. */
export interface Draft {
  readonly values: Values;
  readonly output: Output;
}

/**
 * The draft of a template. The browser keeps it for this tab, so a reload or a visit to another page loses nothing.
 */
export function useDraft(template: string): readonly [Draft, (draft: Draft) => void] {
  const key = `studio-draft-${template}`;
  const [draft, setDraft] = useState<Draft>(() => stored(key));
  const change = (changed: Draft): void => {
    setDraft(changed);
    try {
      sessionStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // A browser that stores nothing still shows the draft until the page is closed.
    }
  };
  return [draft, change];
}

function stored(key: string): Draft {
  const empty = { values: NO_VALUES, output: DEFAULT_OUTPUT };
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null;
    return found === null
      ? empty
      : { values: { ...NO_VALUES, ...found.values }, output: { ...DEFAULT_OUTPUT, ...found.output } };
  } catch {
    return empty;
  }
}
