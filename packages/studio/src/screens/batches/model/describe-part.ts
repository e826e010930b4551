import { batchPage as texts } from "../../../messages/en/batches.js";
import type { Sheet } from "./sheet.js";

/** Names a batch by its rows. If it retries rows, the name says so, because they are not consecutive. */
export function describePart(sheet: Sheet, index: number): string {
  const part = sheet.parts[index];
  if (part === undefined) return "";
  const numbers = part.rows.map((row) => sheet.rows[row]?.number ?? row + 1);
  const isAgain = sheet.parts.slice(0, index).some(({ rows }) => rows.some((row) => part.rows.includes(row)));
  return isAgain ? texts.partAgain(numbers.length) : texts.part(numbers[0] ?? 0, numbers.at(-1) ?? 0);
}
