/** Writes the counted bill into docs/cost.md. */
import { estimateCost } from "../../core/cost/estimate.js";
import { table } from "../../docs/markdown-table.js";
import { type BillLine, scaled, totalOf } from "./bill.js";
import type { CountedBill } from "./measure.js";

/** The contents of docs/measurements/counted-bill.json. */
export interface StoredBill {
  readonly pricesOf: string;
  readonly region: string;
  readonly bills: readonly CountedBill[];
}

const RENDERS = { start: "<!-- bill by renders -->", end: "<!-- end of the bill by renders -->" };
const COUNTED = { start: "<!-- counted bill -->", end: "<!-- end of the counted bill -->" };
const MONTHS_OF_RENDERS = [0, 10_000, 100_000, 500_000, 1_000_000];
const MONTHS = [1_000, 100_000, 10_000_000];
/** Each picture is viewed this many times: the first view renders it. */
const VIEWS_OF_A_PICTURE = 100;
const TRAFFIC = "traffic";

/** Returns the page with the tables between their marks. @throws Error if a mark is missing */
export function withCountedBill(page: string, stored: StoredBill): string {
  return withTables(withTables(page, RENDERS, rendersTable(stored)), COUNTED, tablesOf(stored));
}

function withTables(page: string, { start, end }: typeof RENDERS, tables: string): string {
  const [before, rest] = splitAt(page, start);
  const [, after] = splitAt(rest, end);
  return `${before}${start}\n\n${tables}\n\n${end}${after}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/cost.md needs the line ${mark}.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

function tablesOf({ bills }: StoredBill): string {
  const tables = bills.map(
    ({ what, measured, billed, lines }) =>
      `${billed.toLocaleString("en-US")} times ${what}. Measured on ${measured}.\n\n${table(
        ["line", "quantity", "price"],
        [...lines.map(rowOf), ["**without traffic**", "", `**${dollars(withoutTraffic(lines))}**`]],
      )}`,
  );
  return [...tables, idleTable(), monthsTable(bills)].join("\n\n");
}

const rowOf = ({ name, amount, unit, dollars: price }: BillLine) => [name, `${digits(amount)} ${unit}`, dollars(price)];

/** The idle costs, and the costs of renders through the queue, which is the most expensive way. */
function rendersTable({ bills }: StoredBill): string {
  const ofOne = withoutTraffic(linesOfOne(bills, "renders"));
  const rows = MONTHS_OF_RENDERS.map((renders) => {
    const bill = totalOf(idleLines()) + renders * ofOne;
    const metrics = totalOf(metricLines(renders));
    return [
      renders === 0 ? "none" : renders.toLocaleString("en-US"),
      ...[bill, bill + metrics].map((price) => `$${price.toFixed(2)}`),
    ];
  });
  return table(["renders in a month", "AWS bill", "with metrics, at most"], rows);
}

const idleLines = () => estimateCost({ renders: 0, views: 0, webhooks: 0 }, { seconds: 0, kilobytes: 0 });

const metricLines = (renders: number) =>
  estimateCost({ renders, views: 0, webhooks: 0 }, { seconds: 0, kilobytes: 0 }).filter(
    ({ group }) => group === "metrics",
  );

/** Returns the lines of the bill for one render or view of a scenario. */
function linesOfOne(bills: readonly CountedBill[], scenario: CountedBill["scenario"]): readonly BillLine[] {
  const bill = bills.find((one) => one.scenario === scenario);
  if (bill === undefined) throw new Error(`The stored bill has no scenario "${scenario}".`);
  return scaled(bill.lines, 1 / bill.billed);
}

function idleTable(): string {
  const lines = idleLines();
  const rows = lines.map(({ name, quantity, dollars: price }) => [name, quantity, `$${price.toFixed(2)}`]);
  const total = ["**total**", "", `**$${totalOf(lines).toFixed(2)}**`];
  return `A month without any request:\n\n${table(["line", "quantity", "price"], [...rows, total])}`;
}

/** Months in which each picture is viewed {@link VIEWS_OF_A_PICTURE} times. */
function monthsTable(bills: readonly CountedBill[]): string {
  const [first, cached] = [linesOfOne(bills, "first views"), linesOfOne(bills, "cached views")];
  const idle = totalOf(idleLines());
  const rows = MONTHS.map((views) => {
    const firstViews = views / VIEWS_OF_A_PICTURE;
    const lines = [...scaled(first, firstViews), ...scaled(cached, views - firstViews)];
    const service = withoutTraffic(lines);
    const cells = [idle, service, totalOf(lines) - service, idle + totalOf(lines)].map(
      (price) => `$${price.toFixed(2)}`,
    );
    return [views.toLocaleString("en-US"), ...cells];
  });
  const header = ["views in a month", "idle", "views", "traffic", "total"];
  return `Months with signed URLs. Each picture is viewed ${VIEWS_OF_A_PICTURE} times, and the first view renders it:\n\n${table(header, rows)}`;
}

const withoutTraffic = (lines: readonly BillLine[]) => totalOf(lines.filter(({ name }) => name !== TRAFFIC));

/** Small prices have five digits after the decimal point, because they are prices for a thousand operations. */
const dollars = (price: number) => `$${price.toFixed(price < 0.1 ? 5 : 2)}`;

function digits(value: number): string {
  return value.toLocaleString("en-US", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}
