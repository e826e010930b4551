/** The `{{variable}}` places in a text. Braces around anything but a name are plain text. */

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** The names of the variables that a text asks for. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
}

/** The text with each placeholder replaced; what is put in is not searched again. */
export function fillPlaceholders(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => valueOf(name));
}
