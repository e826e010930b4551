import type { ComponentChildren } from "preact";
import { navigate } from "../router/location.js";
import { moveThroughRows } from "./row-keys.js";
import { ProgressLine, Skeleton } from "./states.js";
import "./data-table.css";

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers and sizes are aligned at the end. */
  readonly isNumber?: boolean;
  /** The label is for screen readers only, for a column of buttons. */
  readonly isLabelHidden?: boolean;
  /** Whether the column is left out on narrow screens. */
  readonly isExtra?: boolean;
  /** The CSS width, for example `120px`. Columns without a width share the remaining space. */
  readonly width?: string;
}

interface DataTableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while the first page is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The page of a row. The first column links to it, and a click anywhere in the row opens it. */
  readonly hrefOf?: (row: Row) => string | undefined;
  readonly isLoading?: boolean;
}

const SKELETON_ROWS = 8;

/** A list of things with columns. Arrow keys move through the rows, and Enter opens one. */
export function DataTable<Row>({ label, columns, rows, keyOf, hrefOf, isLoading = false }: DataTableProps<Row>) {
  return (
    <div class="data-table" aria-busy={isLoading}>
      <ProgressLine isShown={isLoading} />
      <table aria-label={label} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" class={classOf(column)} style={{ width: column.width ?? "auto" }}>
                {column.isLabelHidden === true ? <span class="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => <SkeletonRow key={index} columns={columns} />)
            : rows.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} />)}
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
}

function TableRow<Row>({ row, columns, href }: TableRowProps<Row>) {
  const open = (event: MouseEvent): void => {
    // Buttons, links and selected text in a row keep their own meaning.
    if (href === undefined || (event.target as Element).closest("a, button, input, label, time")) return;
    if (getSelection()?.isCollapsed !== false) navigate(href);
  };
  return (
    <tr data-row class={href === undefined ? undefined : "opens"} onClick={open}>
      {columns.map((column, index) => (
        <td key={column.label} class={classOf(column)} data-label={column.label}>
          {index === 0 && href !== undefined ? (
            <a class="row-link" data-row-link href={href}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function SkeletonRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr>
      {columns.map((column, index) => (
        <td key={column.label} class={classOf(column)}>
          <Skeleton width={index === 0 ? "70%" : "50%"} />
        </td>
      ))}
    </tr>
  );
}

function classOf({ isNumber, isExtra }: Pick<Column<unknown>, "isNumber" | "isExtra">): string {
  return `${isNumber === true ? "number" : ""}${isExtra === true ? " extra" : ""}`;
}
