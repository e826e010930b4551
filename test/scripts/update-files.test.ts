import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { updateFiles } from "../../scripts/update-files.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "irs-generate-"));
  mkdirSync(join(root, "docs/gallery"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), "utf8");
const write = (path: string, content: string | Uint8Array) => writeFileSync(join(root, path), content);

/** A picture with a square. Without noise, `quality` changes its bytes and not what it shows. */
async function makePicture(size: number, quality: number): Promise<Buffer> {
  const square = await sharp({ create: { width: size, height: size, channels: 3, background: "#000000" } })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 100, height: 100, channels: 3, background: "#eeccaa" } })
    .composite([{ input: square, left: 0, top: 0 }])
    .webp({ quality })
    .toBuffer();
}

describe("updateFiles", () => {
  test("writes new and changed files, keeps current ones, and returns what it changed", async () => {
    write("docs/same.md", "same");
    write("docs/old.md", "old");
    const files = new Map([
      ["docs/same.md", "same"],
      ["docs/old.md", "now"],
      ["docs/deep/new.md", "new"],
    ]);
    expect(await updateFiles(root, files, { check: false })).toEqual([
      { path: "docs/old.md", kind: "changed" },
      { path: "docs/deep/new.md", kind: "new" },
    ]);
    expect([read("docs/same.md"), read("docs/old.md"), read("docs/deep/new.md")]).toEqual(["same", "now", "new"]);
    expect(await updateFiles(root, files, { check: false })).toEqual([]);
  });

  test("a check returns the same changes and writes nothing", async () => {
    write("docs/old.md", "old");
    write("docs/gallery/gone.webp", "");
    const files = new Map([
      ["docs/old.md", "now"],
      ["docs/new.md", "new"],
    ]);
    expect(await updateFiles(root, files, { folder: "docs/gallery", check: true })).toEqual([
      { path: "docs/old.md", kind: "changed" },
      { path: "docs/new.md", kind: "new" },
      { path: "docs/gallery/gone.webp", kind: "obsolete" },
    ]);
    expect(read("docs/old.md")).toBe("old");
    expect(existsSync(join(root, "docs/new.md"))).toBe(false);
    expect(existsSync(join(root, "docs/gallery/gone.webp"))).toBe(true);
  });

  test("removes other files from a folder of derived files only", async () => {
    write("docs/gallery/gone.webp", "");
    write("docs/page.md", "");
    const files = new Map([["docs/gallery/index.html", "page"]]);
    await updateFiles(root, files, { folder: "docs/gallery", check: false });
    expect(readdirSync(join(root, "docs/gallery"))).toEqual(["index.html"]);
    expect(existsSync(join(root, "docs/page.md"))).toBe(true);
  });

  test("keeps a picture with other bytes that shows the same", async () => {
    const [present, derived] = [await makePicture(30, 90), await makePicture(30, 70)];
    expect(present.equals(derived)).toBe(false);
    write("docs/gallery/a.webp", present);
    expect(await updateFiles(root, new Map([["docs/gallery/a.webp", derived]]), { check: true })).toEqual([]);
  });

  test.each([
    ["shows something else", async () => await makePicture(33, 90)],
    [
      "has another size",
      async () =>
        await sharp(await makePicture(30, 90))
          .resize(50)
          .webp()
          .toBuffer(),
    ],
    ["is damaged", async () => Promise.resolve(Buffer.from("RIFF"))],
  ])("replaces a picture that %s", async (_, makePresent) => {
    const derived = await makePicture(30, 90);
    write("docs/gallery/a.webp", await makePresent());
    const changes = await updateFiles(root, new Map([["docs/gallery/a.webp", derived]]), { check: false });
    expect(changes).toEqual([{ path: "docs/gallery/a.webp", kind: "changed" }]);
    expect(readFileSync(join(root, "docs/gallery/a.webp")).equals(derived)).toBe(true);
  });
});
