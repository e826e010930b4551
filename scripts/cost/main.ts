/**
 * `npm run cost`: counts what AWS would bill for some scenarios on the local service, and prices it.
 *
 * With `--write`, stores the bill in docs/measurements/counted-bill.json. `npm run generate` then updates docs/cost.md.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PRICES } from "../../core/cost/prices.js";
import { formatTable } from "../../cli/table.js";
import { totalOf } from "./bill.js";
import { measureScenarios } from "./measure.js";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const FILE = "docs/measurements/counted-bill.json";

const bills = await measureScenarios();
for (const { what, measured, billed, lines, writeUnits } of bills) {
  const rows = lines.map(({ name, amount, unit, dollars }) => [
    name,
    `${digits(amount)} ${unit}`,
    `$${dollars.toFixed(5)}`,
  ]);
  const sum = ["total", "", `$${totalOf(lines).toFixed(5)}`];
  process.stdout.write(`\n${billed.toLocaleString("en-US")} × ${what} (measured on ${measured})\n`);
  process.stdout.write(formatTable([...rows, sum]));
  const units = Object.entries(writeUnits).map(([table, amount]) => `${table} ${digits(amount)}`);
  if (units.length > 0) process.stdout.write(`write units of each: ${units.join(", ")}\n`);
}
if (values.write) {
  const counted = { pricesOf: PRICES.date, region: PRICES.region, bills };
  writeFileSync(FILE, `${JSON.stringify(counted, null, 2)}\n`);
}

function digits(value: number): string {
  return value.toLocaleString("en-US", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}
