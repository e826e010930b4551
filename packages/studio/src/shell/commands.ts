/** The actions and keys that the current page offers, for the command palette and for the list of shortcuts. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Something that a person can do on the current page. */
export interface Command {
  readonly label: string;
  readonly run: () => void;
  /** A key without a modifier, for example `n`. It works while no field has the focus. */
  readonly key?: string;
}

/** The commands of the components that are shown. */
const shown = signal<readonly (readonly Command[])[]>([]);

/** Returns all commands of the current page. */
export const pageCommands = (): readonly Command[] => shown.value.flat();

/** Offers commands for as long as the component is shown. They change when `dependencies` do. */
export function useCommands(make: () => readonly Command[], dependencies: readonly unknown[]): void {
  useEffect(() => {
    const commands = make();
    shown.value = [...shown.peek(), commands];
    return () => {
      shown.value = shown.peek().filter((other) => other !== commands);
    };
  }, [...dependencies]);
}

/** Returns whether an event belongs to a field, so that its key is not a shortcut. A field can be in a shadow root. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
