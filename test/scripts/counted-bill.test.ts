import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { billOf, difference, scaled, totalOf } from "../../scripts/cost/bill.js";
import { type StoredBill, withCountedBill } from "../../scripts/cost/document.js";

const stored = JSON.parse(readFileSync("docs/measurements/counted-bill.json", "utf8")) as StoredBill;
const page = readFileSync("docs/cost.md", "utf8");

test("the counted bill prices each quantity with the price of its unit", () => {
  const lines = billOf({
    memoryMb: { api: 512, renderer: 1_024 },
    entries: [
      { kind: "milliseconds", name: "api", amount: 2_000 },
      { kind: "milliseconds", name: "renderer", amount: 1_000 },
      { kind: "invocations", name: "renderer", amount: 10 },
      { kind: "write units", name: "Jobs", amount: 1_000_000 },
      { kind: "calls", name: "api sqs:SendMessage", amount: 5 },
      { kind: "calls", name: "operator sqs:ReceiveMessage", amount: 99 },
    ],
  });
  const dollarsOf = (name: string) => lines.find((line) => line.name === name)?.dollars;
  // 2 s of 0.5 GB and 1 s of 1 GB, for $0.0000133334 each.
  expect(dollarsOf("Lambda")).toBeCloseTo(2 * 0.0000133334, 12);
  expect(dollarsOf("DynamoDB writes")).toBeCloseTo(0.625, 12);
  // Five messages are sent, and ten invocations have received and deleted one each. $0.40 for a million.
  expect(dollarsOf("SQS")).toBeCloseTo((25 * 0.4) / 1e6, 12);
  expect(dollarsOf("DynamoDB reads")).toBeUndefined();
  expect(totalOf(scaled(lines, 2))).toBeCloseTo(2 * totalOf(lines), 12);
});

test("the difference of two readings contains only what was counted in between", () => {
  const before = [
    { kind: "calls", name: "api s3:GetObject", amount: 2 },
    { kind: "log bytes", name: "api", amount: 7 },
  ];
  const after = [
    { kind: "calls", name: "api s3:GetObject", amount: 5 },
    { kind: "log bytes", name: "api", amount: 7 },
  ];
  expect(difference(before, after)).toEqual([{ kind: "calls", name: "api s3:GetObject", amount: 3 }]);
});

test("the page about cost shows the stored bill, line by line", () => {
  expect(withCountedBill(page, stored)).toBe(page);
  for (const { lines } of stored.bills) for (const { name } of lines) expect(page).toContain(`| ${name} | `);
});

test("a thousand renders cost at most $0.03 by signed URLs, and by requests that wait for their pictures", () => {
  const costOf = (name: string) =>
    totalOf(
      (stored.bills.find(({ scenario }) => scenario === name)?.lines ?? []).filter((line) => line.name !== "traffic"),
    );
  for (const name of ["first views", "renders in the request"]) {
    expect(costOf(name)).toBeGreaterThan(0.01);
    expect(costOf(name)).toBeLessThanOrEqual(0.03);
  }
});
