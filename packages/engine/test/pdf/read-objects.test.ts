import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { ByteReader } from "../../src/pdf/byte-reader.js";
import { fileEnd } from "../../src/pdf/file-end.js";
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
    // Number 0 is the head of the list of free objects (ISO 32000-1, section 7.5.4).
    ["with an object with the number 0", `${START}0 0 obj\n<<>>\nendobj\n`, "an object without a valid number"],
    ["that ends in an object", `${START}1 0 obj\n<<>>\n`, "ends in the middle of an object"],
    ["that ends after its start", START, "an object without a valid number"],
    [
      "with a stream that is shorter",
      `${START}1 0 obj\n<</Length 3>>\nstream\nab\nendstream\nendobj\n`,
      "with another length",
    ],
    [
      "with a stream of a length that is no exact number",
      `${START}1 0 obj\n<</Length 9007199254740993>>\nstream\nab\nendstream\nendobj\n`,
      "a stream without its length",
    ],
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

  test("an object can have the largest number", async () => {
    const { found } = await objectsIn(`${START}1000000 0 obj\n<<>>\nendobj\n${END}`);
    expect(found).toEqual([{ number: 1_000_000, body: "<<>>" }]);
  });

  test("an object that never ends is refused before it fills the memory", async () => {
    let read = 0;
    async function* endless() {
      yield Buffer.from(`${START}1 0 obj\n`, "latin1");
      for (; read < 100; read++) yield Promise.resolve(Buffer.from("<</A 1>>\n".repeat(100_000)));
    }
    await expect(readObjects(endless()).next()).rejects.toThrow("an object that is too long");
    // Each chunk has 0.9 MB, and an object has 8 MB at most.
    expect(read).toBe(8);
  });

  test("the source is closed after the roots, and when its reader stops early", async () => {
    let closed = 0;
    async function* source() {
      try {
        yield Promise.resolve(Buffer.from(`${START}1 0 obj\n<<>>\nendobj\n${END}rest`, "latin1"));
      } finally {
        closed += 1;
      }
    }
    const objects = readObjects(source());
    await objects.next();
    expect(closed).toBe(0);
    await objects.next();
    expect(closed).toBe(1);
    for await (const { number } of readObjects(source())) {
      expect(number).toBe(1);
      break;
    }
    expect(closed).toBe(2);
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

describe("fileEnd", () => {
  const end = { catalog: 2, info: 3, id: "00FF" };

  test("the end of a file has a row of 20 bytes for each number, also for those without an object", () => {
    const text = fileEnd({ ...end, offsets: [15, undefined, 1_234_567_890], start: 77 }).toString("latin1");
    // ISO 32000-1, sections 7.5.4 and 7.5.5. The size is the largest number and 1.
    expect(text.split("\n")).toEqual([
      "xref",
      "0 4",
      "0000000000 65535 f ",
      "0000000015 00000 n ",
      "0000000000 65535 f ",
      "1234567890 00000 n ",
      "trailer",
      "<</Size 4/Root 2 0 R/Info 3 0 R/ID[<00FF><00FF>]>>",
      "startxref",
      "77",
      "%%EOF",
      "",
    ]);
  });

  test("a file is refused whose places need more than ten digits", () => {
    expect(fileEnd({ ...end, offsets: [], start: 9_999_999_999 }).toString()).toContain("startxref\n9999999999\n");
    expect(() => fileEnd({ ...end, offsets: [], start: 10_000_000_000 })).toThrow("at most 10 GB");
  });
});

test("the ID of a joined file is the start of the SHA-1 digest of everything before its table", () => {
  const file = new JoinedFile();
  file.reserve(1);
  const before = Buffer.concat([file.start(), file.object(1, "<<>>")]);
  const end = Buffer.from(file.end(1, 1)).toString("latin1");
  const digest = createHash("sha1").update(before).digest("hex").slice(0, 32);
  expect(end).toContain(`/ID[<${digest}><${digest}>]`);
  expect(end).toContain(`startxref\n${before.length}\n`);
});
