import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findChromium, requireLibraries } from "../../../scripts/browser/find-chromium.js";
import { unpackChromium } from "../../../scripts/browser/unpack-chromium.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chromium-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a copy of the shell in which one text is replaced by another of the same length. */
function writeProgram(name: string, text: string, replacement: string): string {
  const file = join(folder, name);
  const program = readFileSync("/bin/sh").toString("latin1");
  expect(program).toContain(text);
  writeFileSync(file, Buffer.from(program.replaceAll(text, replacement), "latin1"));
  chmodSync(file, 0o755);
  return file;
}

describe("findChromium", () => {
  test("findChromium returns Debian's Chromium on arm64", async () => {
    const debian = writeProgram("chromium", "ELF", "ELF");
    expect(await findChromium("arm64", debian)).toEqual({ executable: debian, env: {} });
  });

  test("findChromium says how to install Debian's Chromium when it is missing on arm64", async () => {
    await expect(findChromium("arm64", "/nowhere/chromium")).rejects.toThrow(
      "There is no Chromium at /nowhere/chromium, and no npm package of it for arm64. " +
        "On Debian, install it with: apt-get install chromium",
    );
  });
});

describe("requireLibraries", () => {
  test("requireLibraries names the library that the machine lacks", async () => {
    await expect(requireLibraries(writeProgram("lacking", "libc.so.6", "libx.so.6"), {})).rejects.toThrow(
      "Chromium can't be started: this machine lacks libx.so.6. Install what is missing.",
    );
  });

  test("requireLibraries accepts a program whose libraries are all there", async () => {
    await requireLibraries(writeProgram("complete", "ELF", "ELF"), {});
  });

  test("requireLibraries says that a machine without glibc cannot run Chromium", async () => {
    const file = join(folder, "foreign");
    writeFileSync(file, "#!/lib/ld-of-another-libc.so\n");
    chmodSync(file, 0o755);
    await expect(requireLibraries(file, {})).rejects.toThrow(
      `Chromium can't be started: ${file} needs a Linux with glibc.`,
    );
  });
});

describe("unpackChromium", () => {
  test("unpackChromium leaves one complete copy when several processes unpack at the same time", async () => {
    const cache = join(folder, "cache");
    const [first, second] = await Promise.all([1, 2].map(() => unpackChromium(cache)));
    expect(second).toEqual(first);
    expect(readdirSync(cache)).toHaveLength(1);
    const { executable = "", libraryDir = "" } = first ?? {};
    await requireLibraries(executable, { LD_LIBRARY_PATH: libraryDir });
  });
});
