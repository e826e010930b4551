/** A sheet as a table of texts, whatever file it came from. */

/** A cell as a file has it. */
export type RawCell = string | number | boolean | Date | null | undefined;

/** A row of a table. */
export interface TableRow {
  /** The number of the row in the sheet, where the first line is 1. */
  readonly number: number;
  /** One text for each column. An empty one is an empty cell. */
  readonly cells: readonly string[];
}

/** A table with the names of its columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Why a sheet cannot be used as a table. */
export type TableProblem = "empty" | "only-header" | "too-many-rows" | "too-many-columns";

/** The largest table. Each batch has at most 50 rows, so this is 40 batches. */
export const MAX_ROWS = 2_000;
export const MAX_COLUMNS = 100;

/**
 * Creates a table of the cells of a sheet. The first line that is not empty names the columns. Empty lines and empty
 * columns without a name are left out, and all rows get the same number of cells.
 */
export function tableOf(lines: readonly (readonly RawCell[])[]): Table | TableProblem {
  const texts = lines.map((line, index) => ({ number: index + 1, cells: line.map(textOf) }));
  const [header, ...rows] = texts.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (header === undefined) return "empty";
  if (rows.length === 0) return "only-header";
  if (rows.length > MAX_ROWS) return "too-many-rows";
  const width = Math.max(header.cells.length, ...rows.map(({ cells }) => cells.length));
  const used = Array.from({ length: width }, (_, index) => index).filter(
    (index) => isFilled(header.cells[index]) || rows.some(({ cells }) => isFilled(cells[index])),
  );
  if (used.length > MAX_COLUMNS) return "too-many-columns";
  return {
    columns: uniqueNames(used.map((index) => header.cells[index]?.trim() || columnLetters(index))),
    rows: rows.map(({ number, cells }) => ({ number, cells: used.map((index) => cells[index] ?? "") })),
  };
}

/** Returns the name that spreadsheets give a column: A to Z, then AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** Two columns with the same name could not be told apart in a message. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== "";
}

/** Returns a cell as text. Spreadsheets have dates and times without a zone, which their readers return as UTC. */
function textOf(cell: RawCell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return "";
    const [day = "", time = ""] = cell.toISOString().split("T");
    return time.startsWith("00:00:00") ? day : `${day}T${time.slice(0, 8)}`;
  }
  // Spreadsheets calculate with 15 digits. More of them are only noise: 0.1 + 0.2 is 0.30000000000000004.
  if (typeof cell === "number") return String(Number(cell.toPrecision(15)));
  return String(cell);
}
