import { describe, expect, test } from "@jest/globals";
import { strToU8, zipSync } from "fflate";
import { readFile, readText } from "../../../src/screens/batches/read/read-cells.js";

const file = (content: BlobPart, name = "sheet.csv"): File => new File([content], name);

/** Creates the smallest XLSX file with these rows of XML. */
function workbook(rows: string): Uint8Array<ArrayBuffer> {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
}

describe("reading a sheet", () => {
  test("CSV with commas, quotes and line breaks inside of cells is read", async () => {
    expect(await readFile(file('Name,Note\r\nAda,"one, ""two""\nthree"\r\n'))).toEqual([
      ["Name", "Note"],
      ["Ada", 'one, "two"\nthree'],
      [""],
    ]);
  });

  test("CSV with semicolons, as spreadsheets of Europe save it, is read", async () => {
    expect(await readFile(file("Name;Price\nAda;1,50\n"))).toEqual([["Name", "Price"], ["Ada", "1,50"], [""]]);
  });

  test("a byte order mark at the start is not part of the first name", async () => {
    expect((await readFile(file("\uFEFFName\nAda")))[0]).toEqual(["Name"]);
  });

  test("a file in the code page of Western Europe keeps its umlauts", async () => {
    expect((await readFile(file(new Uint8Array([0x4a, 0xfc, 0x72, 0x67, 0x0a, 0x31]))))[0]).toEqual(["Jürg"]);
  });

  test("a file in UTF-16 is read", async () => {
    const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from("Name\nZoë", "utf16le")]);
    expect(await readFile(file(bytes))).toEqual([["Name"], ["Zoë"]]);
  });

  test("cells that were copied from a spreadsheet are separated by tabs, and can contain commas", async () => {
    expect(await readText("Name\tNote\nAda\tone, two")).toEqual([
      ["Name", "Note"],
      ["Ada", "one, two"],
    ]);
  });

  test("a single column is read as such", async () => {
    expect(await readText("Name\nAda\nGrace; Hopper")).toEqual([["Name"], ["Ada"], ["Grace; Hopper"]]);
  });

  test("a file with one character is read, and so is one with 20 MB", async () => {
    expect(await readFile(file("A"))).toEqual([["A"]]);
    const large = Object.defineProperty(file("A\n1"), "size", { value: 20_000_000 });
    expect(await readFile(large)).toEqual([["A"], ["1"]]);
  });

  test("the first sheet of an XLSX file is read, with texts, numbers, days and truth values", async () => {
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const head = `<row r="1">${text("A1", "Name")}${text("B1", "Seat")}${text("C1", "Day")}${text("D1", "Paid")}</row>`;
    const row = `<row r="3">${text("A3", "Ada")}<c r="B3"><v>12.5</v></c><c r="C3" s="1"><v>46380</v></c><c r="D3" t="b"><v>1</v></c></row>`;
    expect(await readFile(file(workbook(head + row), "guests.xlsx"))).toEqual([
      ["Name", "Seat", "Day", "Paid"],
      [null, null, null, null],
      ["Ada", 12.5, new Date("2026-12-24T00:00:00Z"), true],
    ]);
  });

  test("files that are not sheets are refused with the reason", async () => {
    await expect(readFile(file("PK\u0003\u0004 broken"))).rejects.toMatchObject({ reason: "no-sheet" });
    await expect(readFile(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])))).rejects.toMatchObject({
      reason: "old-excel",
    });
    await expect(readFile(file(new Uint8Array(20_000_001)))).rejects.toMatchObject({ reason: "too-large" });
    await expect(readText("GIF89a\0\0")).rejects.toMatchObject({ reason: "no-sheet" });
  });
});
