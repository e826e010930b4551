/** Light or dark: the choice of the browser, or of the person. */
import { signal } from "@preact/signals";

/** `system` follows the browser. */
export type Theme = "system" | "light" | "dark";

const KEY = "studio-theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** The person's choice. */
export const theme = signal<Theme>(stored());

/** Whether the page is dark now. */
export const isDark = signal(false);

/** Applies the choice, and keeps following the browser. */
export function startTheme(): void {
  theme.subscribe(apply);
  prefersDark.addEventListener("change", apply);
}

/** Changes the choice, and keeps it. */
export function chooseTheme(choice: Theme): void {
  theme.value = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A browser that stores nothing still shows the choice until the page is closed.
  }
}

function apply(): void {
  const isWanted = theme.peek() === "dark" || (theme.peek() === "system" && prefersDark.matches);
  document.documentElement.dataset["theme"] = isWanted ? "dark" : "light";
  isDark.value = isWanted;
}

function stored(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === "light" || found === "dark" ? found : "system";
  } catch {
    return "system";
  }
}
