import { signal } from "@preact/signals";

/** Whether the list of shortcuts is open. */
export const areShortcutsOpen = signal(false);

/** Opens the list of shortcuts. */
export function openShortcuts(): void {
  areShortcutsOpen.value = true;
}
