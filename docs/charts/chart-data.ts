/** The data of the charts, from the tables of the documentation. A chart cannot differ from its table. */

/** One bar. `group` is the heading above it, or an empty text. */
export interface Bar {
  readonly group: string;
  readonly label: string;
  readonly amount: number;
  readonly value: string;
  /** Whether the bar is about this service, as it is now. */
  readonly own: boolean;
}

export interface Chart {
  /** The name of the file. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Bar[];
}

const ENGINES: Readonly<Record<string, string>> = {
  ours: "this service",
  takumi: "Takumi",
  "vercel-og": "@vercel/og",
  chromium: "Chromium",
};

/** Returns all charts. @param read returns a Markdown file of `docs/` */
export function charts(read: (file: string) => string): readonly Chart[] {
  return [engines(read("performance.md")), cost(read("cost.md")), shards(read("scale.md"))];
}

function engines(page: string): Chart {
  const rows = rowsOf(page, ["template", "format", "engine", "p50 ms"])
    .filter(([, format, engine = ""]) => format === "png" && engine in ENGINES)
    .filter(([template = ""]) => ["simple", "photo", "dense"].includes(template));
  return {
    name: "engines",
    title: "Time for one PNG of 1200 × 630",
    unit: "milliseconds, median, warm",
    rows: rows.map(([template = "", , engine = "", p50 = ""], index) => ({
      group: template === rows[index - 1]?.[0] ? "" : template,
      label: ENGINES[engine] ?? engine,
      amount: Number(p50),
      value: p50,
      own: engine === "ours",
    })),
  };
}

function cost(page: string): Chart {
  const rows = rowsOf(page, ["renders in a month", "AWS bill"]);
  return {
    name: "cost",
    title: "AWS bill of a month",
    unit: "US dollars, by the number of renders",
    rows: rows.map(([renders = "", bill = ""]) => ({
      group: "",
      label: renders,
      amount: Number(bill.replace("$", "")),
      value: bill,
      own: true,
    })),
  };
}

function shards(page: string): Chart {
  const rows = rowsOf(page, ["layout", "jobs/s", "retried"]);
  return {
    name: "shards",
    title: "Transactions of one workspace that conflict",
    unit: "percent that are retried, by jobs per second",
    rows: rows.map(([layout = "", rate = "", retried = ""], index) => ({
      group: layout === rows[index - 1]?.[0] ? "" : layout,
      label: `${rate} jobs/s`,
      amount: Number.parseFloat(retried),
      value: retried,
      own: layout === "16 shards",
    })),
  };
}

/** Returns the cells of the table whose header begins with these cells. @throws Error if there is none */
function rowsOf(page: string, header: readonly string[]): readonly (readonly string[])[] {
  const tables = page.split(/\n(?!\|)/).map((table) =>
    table
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
  const found = tables.find(([first = []]) => header.every((cell, index) => first[index] === cell));
  if (found === undefined) throw new Error(`No table has the columns ${header.join(", ")}.`);
  return found.slice(2);
}
