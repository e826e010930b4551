import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { renderPicture } from "../../../packages/engine/src/renderer/render-picture.js";
import { pagesOfPdf, textOfPdf } from "../../../packages/engine/test/pdf/open-pdf.js";
import { testContext } from "../../../packages/engine/test/support.js";
import { writeOnePdf } from "../../../cli/batch/write-one-pdf.js";
import { makeFolder, run } from "../support.js";

async function pdfOf(text: string): Promise<Uint8Array> {
  const layers = [{ id: "t", type: "text", x: 5, y: 5, width: 90, height: 40, font_size: 16, text }];
  return (await renderPicture({ width: 100, height: 50, layers }, { format: "pdf" }, testContext())).bytes;
}

test("the PDF of all rows has their pages in the order of the file, with the names as bookmarks", async () => {
  const folder = makeFolder({ "b.pdf": await pdfOf("Bea"), "a.pdf": await pdfOf("Ada") });
  const path = join(folder, "all.pdf");
  await writeOnePdf(path, folder, [{ file: "b.pdf" }, { file: "a.pdf" }], true);
  const file = readFileSync(path);
  expect(await pagesOfPdf(file)).toBe(2);
  expect([await textOfPdf(file, 0), await textOfPdf(file, 1)]).toEqual(["Bea", "Ada"]);
  expect(file.toString("latin1")).toMatch(/\/Title<FEFF0062>.*\n[^]*\/Title<FEFF0061>/);
  await writeOnePdf(path, folder, [{ file: "a.pdf" }], false);
  expect(readFileSync(path, "latin1")).not.toContain("/Outlines");
});

test("a PDF of rows without a picture is not written, and a picture that is not a PDF leaves no file", async () => {
  const folder = makeFolder({ "a.pdf": "no PDF" });
  await writeOnePdf(join(folder, "none.pdf"), folder, [], false);
  await expect(writeOnePdf(join(folder, "all.pdf"), folder, [{ file: "a.pdf" }], false)).rejects.toThrow("A PDF");
  expect(readdirSync(folder)).not.toContain("none.pdf");
  expect(readdirSync(folder)).not.toContain("all.pdf");
});

test("irs batch --one-pdf without --format pdf is a wrong command line, and sends nothing", async () => {
  const folder = makeFolder({ "rows.csv": "title\nA\n" });
  const argv = ["batch", "rows.csv", "-t", "Card", "-o", "out", "--one-pdf", "all.pdf"];
  const { code, errors } = await run(folder, ...argv);
  expect(code).toBe(2);
  expect(errors).toContain("--one-pdf joins pictures that are PDFs. Add --format pdf.");
});
