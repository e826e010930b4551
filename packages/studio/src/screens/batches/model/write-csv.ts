/** Excel reads a file without this mark in the character encoding of the computer. */
const UTF_8_MARK = "\uFEFF";

/** Writes lines of cells as CSV. Lines end with CR and LF (RFC 4180). */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return UTF_8_MARK + lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
