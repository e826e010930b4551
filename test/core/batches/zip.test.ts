import { describe, expect, test } from "@jest/globals";
import { pictureNames } from "../../../core/batches/download/picture-names.js";
import { writeZip, type ZipEntry } from "../../../core/shared/zip.js";

const FOUR_GIGABYTES = 2 ** 32;

async function* bodyOf(...chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function zipOf(entries: readonly ZipEntry[], startOffset?: number): Promise<Buffer> {
  const listed = async function* () {
    yield* entries;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(listed(), startOffset)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const modifiedMs = Date.UTC(2026, 10, 21, 8, 30, 42);

describe("writeZip", () => {
  test("writes the bytes that the format prescribes", async () => {
    const zip = await zipOf([{ name: "a.png", modifiedMs, body: bodyOf("he", "llo") }]);
    // Derived by hand from APPNOTE 4.3.7, 4.3.9, 4.3.12 and 4.3.16. The CRC-32 of "hello" is 3610a686.
    const dated = "d543755d";
    const sizes = "86a610360500000005000000";
    const local = `504b0304140008080000${dated}${"00".repeat(12)}05000000${hex("a.png")}`;
    const central = `504b01021403140008080000${dated}${sizes}0500${"0000".repeat(4)}0000a48100000000${hex("a.png")}`;
    const end = `504b0506000000000100010033000000380000000000`;
    expect(zip.toString("hex")).toBe(`${local}${hex("hello")}504b0708${sizes}${central}${end}`);
  });

  test("writes an empty list of entries", async () => {
    expect((await zipOf([])).toString("hex")).toBe(`504b0506${"00".repeat(18)}`);
  });

  test.each([
    [0xffff_fffe, false],
    [0xffff_ffff, true],
  ])("whose directory begins at %d has a ZIP64 record: %s", async (offset, hasRecord) => {
    // The offset 0xffffffff says that the record has the real one (APPNOTE 4.4.1.4).
    expect((await zipOf([], offset)).includes(Buffer.from("504b0606", "hex"))).toBe(hasRecord);
  });

  test("writes ZIP64 offsets only for entries that begin at 4 GB or later", async () => {
    const entries = ["a", "b"].map((name) => ({ name, modifiedMs, body: bodyOf("x".repeat(100)) }));
    const zip = await zipOf(entries, FOUR_GIGABYTES - 50);
    const second = FOUR_GIGABYTES - 50 + 31 + 100 + 16;
    const directory = second + 31 + 100 + 16;
    const extra = Buffer.alloc(12);
    extra.writeUInt32LE(0x00080001, 0);
    extra.writeBigUInt64LE(BigInt(second), 4);
    expect(zip.indexOf(extra)).toBeGreaterThan(0);
    expect(zip.indexOf(extra)).toBe(zip.lastIndexOf(extra));
    const record = zip.indexOf(Buffer.from("504b0606", "hex"));
    expect(zip.readBigUInt64LE(record + 48)).toBe(BigInt(directory));
    expect(zip.readUInt32LE(zip.byteLength - 6)).toBe(0xffffffff);
  });
});

describe("a ZIP file with many entries", () => {
  test("a ZIP file with more than 65,535 entries has their number in a ZIP64 record", async () => {
    const entries = Array.from({ length: 65_536 }, (_, index) => ({ name: `${index}`, modifiedMs, body: bodyOf("") }));
    const zip = await zipOf(entries);
    const record = zip.lastIndexOf(Buffer.from("504b0606", "hex"));
    expect(zip.readBigUInt64LE(record + 32)).toBe(65_536n);
    expect(zip.subarray(-22, -10).toString("hex")).toBe("504b050600000000ffffffff");
  });
});

describe("pictureNames", () => {
  const namesOf = (...names: readonly (string | undefined)[]) =>
    pictureNames(
      names.map((name, index) => ({
        index,
        job: { format: "png", ...(name !== undefined && { metadata: { name } }) },
      })),
      names.length,
    );

  test("pictures without a name in the metadata are numbered with as many digits as the batch needs", () => {
    expect(namesOf(...Array.from({ length: 10 }, () => undefined)).slice(8)).toEqual(["09.png", "10.png"]);
  });

  test.each([
    ["a name", "Spring sale", "Spring sale.png"],
    ["a path", "../../etc/passwd", "etc-passwd.png"],
    ["a path of Windows", "C:\\Windows\\x", "C-Windows-x.png"],
    ["a hidden file", ".profile", "profile.png"],
    ["a device of Windows", "con.txt", "_con.txt.png"],
    ["control characters", "a\u0000b\u202Egnp", "a-b-gnp.png"],
    ["trailing dots and spaces", "end. . ", "end.png"],
    ["other scripts", "画像 Ü", "画像 Ü.png"],
    ["nothing that can be in a name", "///", "1.png"],
    ["a long name", "é".repeat(300), `${"é".repeat(100)}.png`],
  ])("archiveNames makes %s safe", (_what, name, safe) => {
    expect(namesOf(name)).toEqual([safe]);
  });

  test("names are unique, even if case is ignored", () => {
    expect(namesOf("a", "A", "a", "a-2")).toEqual(["a.png", "A-2.png", "a-3.png", "a-2-2.png"]);
  });
});

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}
