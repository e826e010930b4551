import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { CARD, makeFolder, makePng, pixelAt, writeInto } from "./support.js";

const IRS = join(import.meta.dirname, "../../cli/irs.mjs");

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The command line in its own process, as a shell starts it. */
class Process {
  readonly child: ChildProcess;
  readonly closed: Promise<{ code: number | null; signal: string | null }>;
  readonly #chunks: Buffer[] = [];
  #errorText = "";
  #onText: () => void = () => undefined;

  constructor(folder: string, ...argv: string[]) {
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: "" };
    delete env["FORCE_COLOR"];
    const child = spawn(process.execPath, [IRS, ...argv], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    this.child = child;
    this.closed = once(child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    }));
    child.stdout.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#onText();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#errorText += chunk.toString();
      this.#onText();
    });
  }

  get out(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get errors(): string {
    return this.#errorText;
  }

  /** Resolves when the condition is true. It is evaluated after each output of the process. */
  async until(condition: () => boolean): Promise<void> {
    const fulfilled = new Promise<void>((resolve) => {
      this.#onText = () => {
        if (condition()) resolve();
      };
      this.#onText();
    });
    const ended = this.closed.then(() => {
      if (!condition()) throw new Error(`irs ended early: ${this.errors}`);
    });
    await Promise.race([fulfilled, ended]);
  }
}

/** The reports of `--json`, one per line. */
function reportsOf(irs: Process) {
  const lines = irs.out.toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { ok: boolean; changed?: string[]; issues: { message: string }[] });
}

describe("the executable", () => {
  test("render writes the same bytes to a pipe and to a file", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const toPipe = new Process(folder, "render", "card.json", "-o", "-");
    const toFile = new Process(folder, "render", "card.json");
    expect(await Promise.all([toPipe.closed, toFile.closed])).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ]);
    expect(toPipe.out.equals(readFileSync(join(folder, "card.png")))).toBe(true);
  });

  test("irs exits with 1 for issues and with 2 for a wrong command line, and prints no colors to a pipe", async () => {
    const folder = makeFolder({ "card.json": { ...CARD, width: 0 } });
    const [invalid, wrong] = [new Process(folder, "validate", "card.json"), new Process(folder, "validate", "--jsn")];
    expect(await Promise.all([invalid.closed, wrong.closed])).toMatchObject([{ code: 1 }, { code: 2 }]);
    expect(invalid.errors).toBe("card.json:2:3 error width: It must be at least 1.\n");
    expect(wrong.errors).toContain("(Did you mean --json?)");
  });
});

describe("irs render --watch", () => {
  test("render --watch renders after each change of template, request, and images, even after issues, until it is stopped", async () => {
    const image = { id: "i", type: "image", x: 20, y: 0, width: 10, height: 10, image_url: "dot.png" };
    const template = { ...CARD, layers: [...CARD.layers, image] };
    const folder = makeFolder({ "card.json": template, "data.json": {}, "dot.png": await makePng("#00ff00") });
    const picture = join(folder, "card.png");
    const irs = new Process(folder, "render", "card.json", "--data", "data.json", "--watch", "--json");
    const nextReport = async (number: number) => {
      await irs.until(() => reportsOf(irs).length >= number);
      return reportsOf(irs)[number - 1];
    };
    expect(await nextReport(1)).toMatchObject({ ok: true, issues: [] });
    expect(await pixelAt(picture, 25, 5)).toEqual([0, 255, 0, 255]);

    writeInto(folder, "data.json", { layers: { square: { background_color: "#0000ff" } } });
    expect(await nextReport(2)).toMatchObject({ ok: true, changed: ["data.json"] });
    expect(await pixelAt(picture, 5, 5)).toEqual([0, 0, 255, 255]);

    // Editors save like this: a new file replaces the old one.
    writeInto(folder, "dot.new", await makePng("#ff00ff"));
    renameSync(join(folder, "dot.new"), join(folder, "dot.png"));
    expect(await nextReport(3)).toMatchObject({ ok: true, changed: ["dot.png"] });
    expect(await pixelAt(picture, 25, 5)).toEqual([255, 0, 255, 255]);

    writeInto(folder, "card.json", "{ broken");
    expect(await nextReport(4)).toMatchObject({ ok: false, changed: ["card.json"] });
    writeInto(folder, "card.json", template);
    expect(await nextReport(5)).toMatchObject({ ok: true, issues: [] });

    rmSync(join(folder, "dot.png"));
    expect(await nextReport(6)).toMatchObject({
      ok: false,
      issues: [{ message: 'The layer "i" needs dot.png. There is no such file.' }],
    });
    writeInto(folder, "dot.png", await makePng("#00ffff"));
    expect(await nextReport(7)).toMatchObject({ ok: true, changed: ["dot.png"] });

    irs.child.kill("SIGINT");
    expect(await irs.closed).toEqual({ code: 0, signal: null });
    expect(reportsOf(irs)).toHaveLength(7);
  });

  test("render --watch prints the changed files and the result", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const irs = new Process(folder, "render", "card.json", "--watch");
    await irs.until(() => irs.errors.includes("Watching for changes. Press Ctrl+C to stop."));
    writeInto(folder, "card.json", { ...CARD, width: 50 });
    await irs.until(() => irs.out.includes("50 × 20"));
    expect(irs.errors).toContain("Changed: card.json\n");
    irs.child.kill("SIGTERM");
    expect(await irs.closed).toEqual({ code: 0, signal: null });
  });
});
