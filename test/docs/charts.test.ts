import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { charts } from "../../docs/charts/chart-data.js";
import type { StoredBill } from "../../scripts/cost/document.js";

const read = (file: string) => readFileSync(`docs/${file}`, "utf8");

test("a chart shows the figures of the table of its page", () => {
  const [engines, cost, shards] = charts(read);
  expect(engines?.rows.map(({ group }) => group).filter((group) => group !== "")).toEqual(["simple", "photo", "dense"]);
  for (const { label, value, amount, own } of engines?.rows ?? []) {
    const name = { "this service": "ours", Takumi: "takumi", "@vercel/og": "vercel-og", Chromium: "chromium" }[label];
    expect(read("performance.md")).toMatch(new RegExp(`\\| png +\\| ${name} +\\| +${value} \\|`));
    expect([amount, own]).toEqual([Number(value), name === "ours"]);
  }
  expect(engines?.rows).toHaveLength(12);
  expect(cost?.rows.at(-1)).toEqual({ group: "", label: "1,000,000", amount: 39.96, value: "$39.96", own: true });
  expect(shards?.rows.map(({ own }) => own)).toEqual([false, false, false, true, true, true]);
});

test("a chart is refused if its page has lost the table", () => {
  expect(() => charts(() => "# A page\n\n| other | table |\n|---|---|\n| 1 | 2 |")).toThrow("No table has the columns");
});

test("docs/cost.md adds the idle costs of the README to the counted price of renders, and the README has its range", () => {
  const readme = readFileSync("README.md", "utf8");
  const [, low, high] = /A thousand renders cost \$([\d.]+) to \$([\d.]+)/.exec(readme) ?? [];
  const idle = Number(/an idle stage costs \$([\d.]+) a month/.exec(readme)?.[1]);
  const { bills } = JSON.parse(read("measurements/counted-bill.json")) as StoredBill;
  const pricesOf = ["renders", "first views"].map((scenario) =>
    (bills.find((bill) => bill.scenario === scenario)?.lines ?? [])
      .filter(({ name }) => name !== "traffic")
      .reduce((sum, { dollars }) => sum + dollars, 0),
  );
  expect([high, low]).toEqual(pricesOf.map((price) => price.toFixed(3)));
  const rows = [...read("cost.md").matchAll(/^\| (none|[\d,]+) \| \$([\d.]+) \| \$([\d.]+) \|$/gm)];
  expect(rows).toHaveLength(5);
  for (const [, renders = "", bill = "", withMetrics = ""] of rows) {
    const count = renders === "none" ? 0 : Number(renders.replaceAll(",", ""));
    expect(Math.abs(Number(bill) - idle - (count / 1000) * (pricesOf[0] ?? 0))).toBeLessThan(0.011);
    // Fifteen series cost $0.30 each. Without a render they have no values.
    expect(Number(withMetrics) - Number(bill)).toBeCloseTo(count === 0 ? 0 : 4.5, 2);
  }
});

test("each chart has a picture for light and one for dark pages", () => {
  for (const { name } of charts(read)) {
    for (const end of ["", ".dark"]) expect(existsSync(`docs/images/charts/${name}${end}.webp`)).toBe(true);
  }
});
