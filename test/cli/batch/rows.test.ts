import { describe, expect, test } from "@jest/globals";
import { checkRows } from "../../../cli/batch/check-rows.js";
import { mapColumns } from "../../../cli/batch/map-columns.js";
import { readRows, type Rows } from "../../../cli/batch/read-rows.js";
import { templateDocumentSchema } from "@image-render/engine/document";
import { layerSchemaOf } from "../../../core/templates/layer-schema-of.js";
import { CARD, makeFolder } from "../support.js";

const TEMPLATE = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const title = { id: "t", name: "title", type: "text", x: 0, y: 0, width: 40, height: 10, text: "Hello" };
const DOCUMENT = templateDocumentSchema.parse({ ...CARD, layers: [...CARD.layers, title] });

async function read(name: string, content: unknown) {
  return await readRows(name, makeFolder({ [name]: content }));
}

async function rowsOf(name: string, content: unknown): Promise<Rows> {
  const found = await read(name, content);
  if ("issues" in found) throw new Error(JSON.stringify(found.issues));
  return found;
}

async function issuesOfFile(name: string, content: unknown, nameColumn?: string, document = DOCUMENT) {
  const schema = layerSchemaOf({ id: TEMPLATE, name: "Card", version: 2 }, document);
  const rows = await rowsOf(name, content);
  const ignored = nameColumn === undefined ? [] : [nameColumn];
  const { targets, issues } = mapColumns(name, rows, schema, ignored);
  const settings = {
    template: TEMPLATE,
    version: 2,
    format: "png",
    scale: undefined,
    quality: undefined,
    priority: undefined,
  };
  const checked = checkRows({ file: name, rows: rows.rows, targets, document, settings, nameColumn });
  const all = [...issues, ...checked.issues];
  return {
    items: checked.items,
    lines: all.map(({ position, path, message }) => `${position?.line}: ${path}: ${message}`),
  };
}

describe("rows of a file", () => {
  test("a CSV row has the values of its columns without empty cells, and the line on which it begins", async () => {
    const { columns, rows } = await rowsOf("a.csv", '\uFEFFtitle,price\r\n"Two\nlines",1\r\n\r\n"a ""b"", c",\r\n');
    expect(columns).toEqual(["title", "price"]);
    expect(rows.map(({ values }) => Object.fromEntries(values))).toEqual([
      { title: "Two\nlines", price: "1" },
      { title: 'a "b", c' },
    ]);
    expect(rows.map(({ placeOf }) => placeOf("title")?.line)).toEqual([2, 5]);
  });

  test("a JSON row has its values, and the place of each of them", async () => {
    const { rows } = await rowsOf("a.json", '[\n{"title": "A"},\n{"price": 2,\n"title": null}]');
    expect(rows.map(({ values }) => Object.fromEntries(values))).toEqual([{ title: "A" }, { price: 2 }]);
    expect(rows[1]?.placeOf("price")).toEqual({ line: 3, column: 2 });
  });

  test.each([
    ["a.csv", "title\n", "The file has no rows"],
    ["a.csv", "title,title\n1,2\n", 'The column "title" is there twice.'],
    ["a.csv", "title,\n1,2\n", "The column 2 has no name."],
    ["a.json", "{}", "The file must be an array"],
    ["a.json", "[1]", "It must be an object."],
  ])("a file %s with %p is refused with a reason", async (name, content, reason) => {
    expect(JSON.stringify(await read(name, content))).toContain(JSON.stringify(reason).slice(1, -1));
  });

  test("a row with too many cells is refused, and the error contains its line", async () => {
    const found = await read("a.csv", "title,price\nA,1\nB,2,3\n");
    expect(found).toMatchObject({ issues: [{ file: "a.csv", position: { line: 3 } }] });
  });
});

describe("columns", () => {
  test("a column sets the text of a layer, an attribute of a layer, or a variable", async () => {
    const { items, lines } = await issuesOfFile(
      "a.csv",
      "title,square.background_color,price\nSale,#00ff00,12.5\n,,3\n",
    );
    expect(lines).toEqual([]);
    expect(items.map(({ body }) => [body.layers, body.variables])).toEqual([
      [{ title: { text: "Sale" }, square: { background_color: "#00ff00" } }, { price: "12.5" }],
      [{}, { price: "3" }],
    ]);
    expect(items[0]?.body).toMatchObject({ template: TEMPLATE, version: 2, format: "png", metadata: { row: "1" } });
  });

  test("a cell with __HIDDEN__ hides its layer, whatever the other cells of the layer say, and is a value of a variable", async () => {
    const rows = [
      { title: "__HIDDEN__", "title.hide": false, "title.color": "#ff0000", price: 1 },
      { title: "Sale", "square.background_color": "__HIDDEN__", price: "__HIDDEN__" },
    ];
    const { items, lines } = await issuesOfFile("a.json", rows);
    expect(items.map(({ body }) => [body.layers, body.variables])).toEqual([
      [{ title: { hide: true, color: "#ff0000" } }, { price: 1 }],
      [{ title: { text: "Sale" }, square: { hide: true } }, { price: "__HIDDEN__" }],
    ]);
    expect(lines).toEqual([expect.stringContaining("price: ")]);
  });

  test("a cell that its variable cannot have and a missing required variable are issues with the line of the row", async () => {
    const variables = [
      { name: "plan", type: "enum", choices: ["basic", "pro"] },
      { name: "accent", type: "color", required: true },
    ];
    const document = templateDocumentSchema.parse({ ...CARD, variables });
    const { lines } = await issuesOfFile("a.csv", "plan,accent\npro,#ff0000\ngold,red\nbasic,\n", undefined, document);
    expect(lines).toEqual([
      '3: plan: It must be "basic" or "pro".',
      '4: accent: The template requires the variable "accent". Set it to a value that is not empty.',
    ]);
  });

  test("the error about a wrong column contains its line and the name that was probably meant", async () => {
    const { lines } = await issuesOfFile("a.csv", "titel,title.colr,nothing\nA,B,C\n");
    expect(lines).toEqual([
      '1: titel: The template has no layer or variable "titel". Did you mean "title"?',
      '1: title.colr: The layer "title" has no attribute "colr". Did you mean "color"?',
      '1: nothing: The template has no layer or variable "nothing".',
    ]);
  });

  test("a layer without a main attribute needs the name of an attribute", async () => {
    const { lines } = await issuesOfFile("a.csv", "square\n#fff\n");
    expect(lines).toEqual([
      expect.stringMatching(/^1: square: Name an attribute of the layer, for example square\.\w+\.$/),
    ]);
  });

  test("the error about a wrong value contains its line and column", async () => {
    const csv = await issuesOfFile("a.csv", "price,square.background_color\n1,#fff\nmany,#fff\n2,bluish\n");
    expect(csv.lines.map((line) => line.split(": ").slice(0, 2).join(": "))).toEqual([
      "3: price",
      "4: square.background_color",
    ]);
    const json = await issuesOfFile("a.json", '[{"price": 1},\n{\n"price": "many"}]');
    expect(json.lines).toEqual([expect.stringMatching(/^3: price: /)]);
  });
});

describe("names of picture files", () => {
  test("a picture file is named after the number of its row or the value of a column", async () => {
    const numbered = await issuesOfFile("a.csv", `title\n${"A\n".repeat(12)}`);
    expect(numbered.items.map(({ file }) => file).slice(0, 2)).toEqual(["01.png", "02.png"]);
    const named = await issuesOfFile("a.csv", "sku,title\nA-1,A\nB 2,B\n", "sku");
    expect(named.items.map(({ file }) => file)).toEqual(["A-1.png", "B 2.png"]);
  });

  test("a file name that two rows share, or that leaves the folder, is refused", async () => {
    const { lines } = await issuesOfFile("a.csv", "sku,title\nA,A\na,B\n../x,C\n", "sku");
    expect(lines).toEqual([
      "3: sku: The row 1 has the same file name a.png.",
      "4: sku: ../x.png is not a valid file name: use letters, digits, spaces, and _ . -",
    ]);
  });
});
