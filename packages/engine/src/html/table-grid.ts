/**
 * Turns tables into grids, because the layout engine has no tables. Rows and groups of rows keep the properties that
 * their cells inherit. Each cell gets the background and the horizontal lines of its row, and a block for its content,
 * which is vertically centered as in browsers.
 */
import type { SafeHtmlElement, SafeHtmlNode } from "../document/html/safe-html.js";

/** The columns that are drawn. Cells beyond them are left out. */
const MAX_COLUMNS = 60;
const GROUPS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);
const FROM_ROW = ["background", "background-color", "background-image", "border-top", "border-bottom"];
const CONTENTS = new Map([["display", "contents"]]);
const ALIGNMENTS: Readonly<Record<string, string>> = { top: "flex-start", bottom: "flex-end", baseline: "flex-start" };

type Style = ReadonlyMap<string, string>;

/** Returns the grid that looks like a table. */
export function tableAsGrid(table: SafeHtmlElement): SafeHtmlElement {
  const writer = new GridWriter(table.style.get("border-collapse") === "collapse");
  const children = writer.rows(table);
  const spacing = writer.isCollapsed ? "0" : (table.style.get("border-spacing") ?? "2px");
  // The two lengths of a spacing are those of columns and rows, and those of a gap are of rows and columns.
  const gap = spacing.split(" ").reverse().join(" ");
  const own = [...table.style].filter(([key]) => key !== "border-collapse" && key !== "border-spacing");
  const edge = writer.isCollapsed ? [] : [["padding", gap] as const];
  const grid = [
    ["display", "grid"],
    ["grid-template-columns", writer.tracks()],
    ["gap", gap],
    ["width", "fit-content"],
    ["box-sizing", "border-box"],
    ...edge,
  ] as const;
  return { ...table, name: "div", style: new Map([...grid, ...own]), children };
}

class GridWriter {
  readonly isCollapsed: boolean;
  /** The columns that cells of earlier rows cover, by row. */
  readonly #covered = new Map<number, Set<number>>();
  readonly #widths = new Map<number, string>();
  #row = 0;
  #columns = 1;

  constructor(isCollapsed: boolean) {
    this.isCollapsed = isCollapsed;
  }

  tracks(): string {
    return Array.from({ length: this.#columns }, (_, column) => this.#widths.get(column) ?? "auto").join(" ");
  }

  rows({ children }: SafeHtmlElement): SafeHtmlNode[] {
    const ordered = ["caption", "thead", "", "tfoot"].flatMap((name) =>
      children.filter((child) => !("text" in child) && placeOf(child.name) === name),
    );
    return ordered.flatMap((child): SafeHtmlNode[] => {
      if ("text" in child) return [];
      if (child.name === "caption") return [this.#caption(child)];
      if (GROUPS.has(child.name)) return [{ ...asContents(child), children: this.rows(child) }];
      return child.name === "tr" ? [this.#tableRow(child)] : [];
    });
  }

  #caption(caption: SafeHtmlElement): SafeHtmlElement {
    this.#row += 1;
    const style = new Map([
      ["display", "block"],
      ["text-align", "center"],
      ["grid-column", "1 / -1"],
      ...caption.style,
    ]);
    return { ...caption, name: "div", style: new Map([...style, ["grid-row", String(this.#row)]]) };
  }

  #tableRow(row: SafeHtmlElement): SafeHtmlElement {
    this.#row += 1;
    let column = 0;
    const children: SafeHtmlNode[] = [];
    for (const cell of row.children) {
      if ("text" in cell || (cell.name !== "td" && cell.name !== "th")) continue;
      while (this.#covered.get(this.#row)?.has(column) === true) column += 1;
      const { columns = 1, rows = 1 } = cell.spans ?? {};
      const end = Math.min(column + columns, MAX_COLUMNS);
      if (end <= column) break;
      for (let below = 1; below < rows; below++) this.#cover(this.#row + below, column, end);
      this.#columns = Math.max(this.#columns, end);
      children.push(this.#cell(cell, row.style, { column, end, rows }));
      column = end;
    }
    return { ...asContents(row), children };
  }

  #cover(row: number, from: number, to: number): void {
    const covered = this.#covered.get(row) ?? new Set<number>();
    for (let column = from; column < to; column++) covered.add(column);
    this.#covered.set(row, covered);
  }

  #cell(
    cell: SafeHtmlElement,
    row: Style,
    { column, end, rows }: { readonly column: number; readonly end: number; readonly rows: number },
  ): SafeHtmlElement {
    const width = cell.style.get("width");
    if (width !== undefined && end === column + 1) this.#widths.set(column, width);
    const fromRow = FROM_ROW.flatMap((key) => {
      const value = row.get(key);
      return value === undefined || (key.startsWith("border") && !this.isCollapsed) ? [] : [[key, value] as const];
    });
    // A cell is at least as high as its height, and as its rows.
    const own = [...cell.style]
      .filter(([key]) => key !== "vertical-align" && key !== "width")
      .map(([key, value]) => [key === "height" ? "min-height" : key, value] as const);
    const align = ALIGNMENTS[cell.style.get("vertical-align") ?? row.get("vertical-align") ?? ""] ?? "center";
    const style = new Map<string, string>([
      ["display", "flex"],
      ["flex-direction", "column"],
      ["justify-content", align],
      ["padding", "1px"],
      ...(cell.name === "th" ? [["text-align", "center"] as const] : []),
      ...fromRow,
      ...own,
      // Two cells share one line.
      ...(this.isCollapsed && cell.style.has("border") ? sharedLines(column, this.#row) : []),
      ["grid-column", `${column + 1} / ${end + 1}`],
      ["grid-row", `${this.#row} / span ${rows}`],
    ]);
    const content = { name: "div", style: new Map<string, string>(), children: cell.children };
    return { ...cell, name: "div", style, children: cell.style.has("display") ? cell.children : [content] };
  }
}

function placeOf(name: string): string {
  return name === "caption" || name === "thead" || name === "tfoot" ? name : "";
}

function asContents({ style, ...element }: SafeHtmlElement): SafeHtmlElement {
  const inherited = [...style].filter(([key]) => !FROM_ROW.includes(key) && key !== "vertical-align");
  return { ...element, name: "div", style: new Map([...inherited, ...CONTENTS]) };
}

function sharedLines(column: number, row: number): [string, string][] {
  return [
    ...(column > 0 ? [["border-left", "none"] as [string, string]] : []),
    ...(row > 1 ? [["border-top", "none"] as [string, string]] : []),
  ];
}
