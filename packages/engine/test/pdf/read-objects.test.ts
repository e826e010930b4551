import { describe, expect, test } from "@jest/globals";
import { ByteReader } from "../../src/pdf/byte-reader.js";
import { JoinedFile } from "../../src/pdf/joined-file.js";
import { readObjects, referenceIn } from "../../src/pdf/read-objects.js";

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), "latin1");
  await Promise.resolve();
}

async function readAll(reader: ByteReader, length: number): Promise<string> {
  let text = "";
  for await (const part of reader.bytes(length)) text += Buffer.from(part).toString("latin1");
  return text;
}

describe("ByteReader", () => {
  test.each([1, 2, 3, 100])("lines and counted bytes do not depend on chunks of %d bytes", async (size) => {
    const reader = new ByteReader(chunksOf("one\n\ntwo\xe9\nb\ny\ntes!last", size));
    expect(await reader.line()).toBe("one\n");
    expect(await reader.line()).toBe("\n");
    expect(await reader.line()).toBe("two\xe9\n");
    expect(await readAll(reader, 8)).toBe("b\ny\ntes!");
    expect(await reader.line()).toBe("last");
    expect(await reader.line()).toBe("");
  });

  test("an empty chunk is no end, and no bytes can be read at once", async () => {
    async function* gaps() {
      for (const text of ["", "a", "", "", "b\n", ""]) yield Buffer.from(text);
      await Promise.resolve();
    }
    const reader = new ByteReader(gaps());
    expect(await readAll(reader, 0)).toBe("");
    expect(await reader.line()).toBe("ab\n");
    expect(await reader.line()).toBe("");
  });

  test("a source with too few bytes is refused", async () => {
    await expect(readAll(new ByteReader(chunksOf("abc", 2)), 4)).rejects.toThrow("ends in the middle of a stream");
    expect(await readAll(new ByteReader(chunksOf("abc", 2)), 3)).toBe("abc");
  });

  test("a line that is too long is refused", async () => {
    async function* endless() {
      for (;;) yield Promise.resolve(Buffer.alloc(1_000_000, 65));
    }
    await expect(new ByteReader(endless()).line()).rejects.toThrow("a line that is too long");
  });
});

const START = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
const END = "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3/Root 1 0 R/Info 2 0 R>>\n";

async function objectsIn(text: string, size = 7) {
  const found: { number: number; body: string; data?: string }[] = [];
  const objects = readObjects(chunksOf(text, size));
  for (;;) {
    const next = await objects.next();
    if (next.done === true) return { found, roots: next.value };
    const { number, body, data } = next.value;
    let bytes = "";
    for await (const part of data ?? []) bytes += Buffer.from(part).toString("latin1");
    found.push({ number, body, ...(data === undefined ? {} : { data: bytes }) });
  }
}

describe("readObjects", () => {
  test("objects with and without a stream are read in their order, and then the roots of the trailer", async () => {
    const dictionary = "1 0 obj\n<</Type/Catalog\n/Pages 3 0 R>>\nendobj\n";
    const stream = "12 0 obj\n<</Filter/X/Length 8>>\nstream\nendobj\n!\nendstream\nendobj\n";
    expect(await objectsIn(START + dictionary + stream + END)).toEqual({
      found: [
        { number: 1, body: "<</Type/Catalog\n/Pages 3 0 R>>" },
        { number: 12, body: "<</Filter/X/Length 8>>", data: "endobj\n!" },
      ],
      roots: { catalog: 1, info: 2 },
    });
  });

  test.each([
    ["of another program", "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "was not written by this program"],
    ["with an object without a number", `${START}x 0 obj\n`, "an object without a valid number"],
    [
      "with an object with too large a number",
      `${START}1000001 0 obj\n<<>>\nendobj\n`,
      "an object without a valid number",
    ],
    ["that ends in an object", `${START}1 0 obj\n<<>>\n`, "ends in the middle of an object"],
    ["with a stream without a length", `${START}1 0 obj\n<<>>\nstream\n`, "a stream without its length"],
    [
      "with a stream that is longer",
      `${START}1 0 obj\n<</Length 1>>\nstream\nab\nendstream\nendobj\n`,
      "with another length",
    ],
    ["without a trailer", `${START}xref\n0 1\n`, "has no trailer"],
    ["without a root", `${START}xref\ntrailer\n<</Info 2 0 R>>\n`, "has no entry Root"],
  ])("a file %s is refused", async (_, text, message) => {
    await expect(objectsIn(text)).rejects.toThrow(message);
  });

  test("a reference can be in a list", () => {
    expect(referenceIn("<</Kids[7 0 R]/Count 1>>", "Kids")).toBe(7);
    expect(referenceIn("<</Parent 12 0 R>>", "Parent")).toBe(12);
  });
});

test("a joined file can be read again, and its table has the place of each object", async () => {
  const file = new JoinedFile();
  const parts = [file.start()];
  expect(file.reserve(2)).toBe(0);
  expect(file.reserve(2)).toBe(2);
  parts.push(file.object(3, "<</A 1>>"), file.object(1, "<</B 2>>"));
  for await (const part of file.stream(2, "<</Length 3>>", chunksOf("xyz", 2))) parts.push(part);
  parts.push(file.end(1, 3));
  const text = Buffer.concat(parts).toString("latin1");
  const { found, roots } = await objectsIn(text, 10);
  expect(found.map(({ number }) => number)).toEqual([3, 1, 2]);
  expect(found[2]?.data).toBe("xyz");
  expect(roots).toEqual({ catalog: 1, info: 3 });
  // ISO 32000-1, section 7.5.4: entries of 20 bytes after the free entry 0, and the place of the table at the end.
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1]);
  expect(text.slice(table, table + 5)).toBe("xref\n");
  const entries = [...text.slice(table).matchAll(/^(\d{10}) (\d{5}) ([nf]) ?\r?\n/gm)].map(([, at, , kind]) => [
    Number(at),
    kind,
  ]);
  for (const number of [1, 2, 3])
    expect(text.slice(entries[number]?.[0] as number)).toMatch(new RegExp(`^${number} 0 obj\n`));
  expect(entries.map(([, kind]) => kind).join("")).toBe("fnnnf");
});
