/** Returns a text with at most three of the names: `a, b, c and 4 more`. */
export function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
