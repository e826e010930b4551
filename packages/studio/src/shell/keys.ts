/** The keys that work on every page, and those of the commands of the current page. */
import { isTyping, pageCommands } from "./commands.js";
import { isPaletteOpen, openPalette } from "./open-palette.js";
import { openShortcuts } from "./open-shortcuts.js";

/** Listens for the keys of all pages. */
export function startKeys(): void {
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (isPaletteOpen.value) isPaletteOpen.value = false;
      else openPalette();
      return;
    }
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (isModified || isTyping(event) || document.querySelector("dialog[open]") !== null) return;
    const command = pageCommands().find(({ key }) => key === event.key);
    if (command !== undefined) command.run();
    else if (event.key === "?") openShortcuts();
    else return;
    event.preventDefault();
  });
}
