import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { pictureIn, runGuide, runPython } from "./guides.js";
import { makeCheckout } from "./page-commands.js";
import { useService } from "./use-service.js";

const { service } = useService();
let checkout = "";

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

const CARD = { format: "png", width: 1200, height: 630 };

describe("the guide to a first picture", () => {
  test("makes the picture by cURL, and lists the layers that a request can change", async () => {
    expect(await runGuide(checkout, "first-picture", ["cURL"])).toContain("title: text\n");
    expect(await pictureIn(checkout, "first.png")).toEqual(CARD);
  });

  test("makes the same picture by Python", async () => {
    const byCurl = readFileSync(join(checkout, "first.png"));
    rmSync(join(checkout, "first.png"));
    await runPython(checkout, "first-picture");
    expect(readFileSync(join(checkout, "first.png")).equals(byCurl)).toBe(true);
  });
});

test("the guide to certificates makes a PDF for each row, named after the column", async () => {
  const output = await runGuide(checkout, "certificates-from-a-spreadsheet");
  expect(output).toContain("C-001.pdf\nC-002.pdf\nC-003.pdf\n");
  const files = readdirSync(join(checkout, "corrected")).filter((name) => name.endsWith(".pdf"));
  expect(files).toEqual(["C-002.pdf"]);
  const corrected = readFileSync(join(checkout, "corrected", "C-002.pdf"));
  expect(corrected.subarray(0, 5).toString()).toBe("%PDF-");
  expect(corrected.equals(readFileSync(join(checkout, "certificates", "C-002.pdf")))).toBe(false);
});
