import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import type { Command } from "commander";
import { scopeSchema } from "../../core/contract/scopes.js";
import { imageFormatSchema } from "../../core/contract/image-format.js";
import { runCli } from "../../cli/main.js";
import { createProgram } from "../../cli/program.js";
import { makeFolder, run } from "./support.js";

const IRS = join(import.meta.dirname, "../../cli/irs.mjs");

const program = createProgram({}, async () => Promise.resolve());
const groups = program.commands.filter(({ commands }) => commands.length > 0);
const leaves = [
  ...program.commands.filter(({ commands }) => commands.length === 0),
  ...groups.flatMap(({ commands }) => commands),
];

/** The words that call a command. */
function wordsOf(command: Command): string[] {
  const { parent } = command;
  return parent === null || parent.parent === null ? [command.name()] : [parent.name(), command.name()];
}

async function helpOf(...words: string[]): Promise<string> {
  const { code, text, errors } = await run(makeFolder({}), "help", ...words);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return text;
}

describe("the help of irs", () => {
  test("the first page lists every command with its summary", async () => {
    const page = (await helpOf()).replace(/\s+/g, " ");
    for (const leaf of leaves.filter((command) => command.name() !== "version")) {
      expect(page).toContain(`${wordsOf(leaf).join(" ")} ${leaf.summary()}`);
    }
  });

  test.each([[], ...groups.map(wordsOf), ...leaves.map(wordsOf)].map((words) => [words.join(" "), words] as const))(
    'the help of "irs %s" fits into 80 columns',
    async (_, words) => {
      const long = (await helpOf(...words)).split("\n").filter((line) => line.length > 80);
      expect(long).toEqual([]);
    },
  );

  test("every command and every option is described by a sentence", () => {
    for (const command of [...groups, ...leaves]) {
      expect(command.description()).toMatch(/^[A-Z][^]*\.$/);
      for (const { description } of command.options) expect(description).toMatch(/\.$/);
      for (const { description } of command.registeredArguments) expect(description).toMatch(/^[A-Z]/);
    }
  });

  test.each(leaves.map((leaf) => wordsOf(leaf).join(" ")).filter((words) => words !== "help" && words !== "version"))(
    'the help of "irs %s" ends with examples',
    async (words) => {
      const page = await helpOf(...words.split(" "));
      expect(page).toMatch(new RegExp(`\\n\\nExamples:\\n(  irs ${words}[^\\n]*\\n)+$`));
    },
  );

  test("the help of keys create names every scope, and the help of render names every format", async () => {
    const [create, render] = [await helpOf("keys", "create"), await helpOf("render")];
    for (const scope of scopeSchema.options) expect(create).toContain(scope);
    for (const format of imageFormatSchema.options) expect(render).toContain(format);
  });

  test.each([[["help", "render"]], [["render", "--help"]], [["render", "card.json", "-h"]]])(
    "%j prints the help of render and renders nothing",
    async (argv) => {
      const { code, text } = await run(makeFolder({}), ...argv);
      expect(code).toBe(0);
      expect(text).toContain("Usage: irs render [options] <template>");
    },
  );

  test("irs without a command prints the help to standard error and exits with 2", async () => {
    const { code, text, errors } = await run(makeFolder({}));
    expect({ code, text }).toEqual({ code: 2, text: "" });
    expect(errors).toMatch(/render[\s\S]*validate/);
  });

  test("a group without a command prints the help of the group to standard error and exits with 2", async () => {
    const { code, text, errors } = await run(makeFolder({}), "keys");
    expect({ code, text }).toEqual({ code: 2, text: "" });
    expect(errors).toContain("Usage: irs keys [options] [command]");
    expect(errors).not.toContain("templates push");
  });

  test("headings are bold in a terminal with colors, and plain elsewhere", async () => {
    const out = new PassThrough();
    const terminal = Object.assign(out, { isTTY: true, columns: 80, hasColors: () => true, getColorDepth: () => 8 });
    const env = { FORCE_COLOR: process.env["FORCE_COLOR"], NO_COLOR: process.env["NO_COLOR"] };
    delete process.env["FORCE_COLOR"];
    delete process.env["NO_COLOR"];
    try {
      const onInterrupt = () => AbortSignal.abort();
      await runCli(["--help"], { out: terminal, err: new PassThrough(), folder: "", env: {}, onInterrupt });
    } finally {
      for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
    }
    expect((out.read() as Buffer).toString()).toContain("\u001b[1mOptions:\u001b[22m");
    expect(await helpOf()).toContain("\nOptions:\n");
  });

  test("irs --version, -v and version print the version", async () => {
    const manifest = JSON.parse(readFileSync(join(IRS, "../../package.json"), "utf8")) as { version: string };
    for (const word of ["--version", "-v", "version"]) {
      expect(await run(makeFolder({}), word)).toMatchObject({ code: 0, text: `${manifest.version}\n`, errors: "" });
    }
  });

  test("irs --help loads neither the schemas nor the renderer, so that it starts fast", () => {
    const folder = makeFolder({
      "record.mjs": `import { registerHooks } from "node:module";
        import { appendFileSync } from "node:fs";
        registerHooks({ load(url, context, next) { appendFileSync("loaded.txt", url + "\\n"); return next(url, context); } });`,
    });
    const hook = pathToFileURL(join(folder, "record.mjs")).href;
    const env = { ...process.env, NODE_OPTIONS: "" };
    const { status } = spawnSync(process.execPath, ["--import", hook, IRS, "--help"], { cwd: folder, env });
    const loaded = readFileSync(join(folder, "loaded.txt"), "utf8").split("\n");
    expect(status).toBe(0);
    expect(loaded.filter((url) => url.includes("/cli/program.ts"))).toHaveLength(1);
    expect(
      loaded.filter((url) => /\/(?:zod|sharp|engine\/src\/(?:renderer|document)|cli\/actions)\//.test(url)),
    ).toEqual([]);
  });
});

describe("a wrong command line", () => {
  test.each([
    [["redner", "card.json"], "irs: Unknown command 'redner' (Did you mean render?)"],
    [["keys", "creat", "CI"], "irs: Unknown command 'creat' (Did you mean create?)"],
    [["help", "tempates", "push"], `irs: Unknown command 'tempates push'. Did you mean "templates"?`],
    [["render", "a.json", "--formt", "png"], "irs: Unknown option '--formt' (Did you mean --format?)"],
    [["render", "a.json", "--zzz"], "irs: Unknown option '--zzz'"],
    [["render", "a.json", "--toString"], "irs: Unknown option '--toString'"],
    [["render", "a.json", "-x"], "irs: Unknown option '-x'"],
    [["render", "a.json", "--version"], "irs: Unknown option '--version'"],
    [["render", "a.json", "--data"], "irs: Option '-d, --data <file>' argument missing"],
    [["render", "a.json", "--data="], "The value is empty."],
    [["keys", "create", "CI", "--scope="], "The value is empty."],
    [["render", "a.json", "--watch=yes"], "irs: Unknown option '--watch=yes'"],
    [["render", "a.json", "-o", "a.png", "--output", "b.png"], "The option is given twice."],
    [["render"], "irs: Missing required argument 'template'"],
    [["render", "a.json", "b.json"], "irs: Too many arguments for 'render'."],
    [["usage", "all"], "irs: Too many arguments for 'usage'."],
    [["workspaces", "create", "Newsroom"], "irs: Required option '--plan <plan>' not specified"],
  ])("%j exits with 2 and says what is wrong", async (argv, message) => {
    const { code, text, errors } = await run(makeFolder({}), ...argv);
    expect({ code, text }).toEqual({ code: 2, text: "" });
    expect(errors).toContain(message);
    expect(errors.split("\n").slice(1)).toEqual([
      '"irs help" lists the commands. "irs help COMMAND" lists the options of one.',
      "",
    ]);
  });

  test("a control character in a wrong command line is printed as an escape", async () => {
    const { errors } = await run(makeFolder({}), "render\u001b[2J");
    expect(errors).toContain("irs: Unknown command 'render\\u{1b}[2J'");
  });

  test("options in long and short forms can be mixed with arguments", async () => {
    const folder = makeFolder({ "-card.json": { width: 4, height: 2, layers: [] }, "d.json": { scale: 2 } });
    const argv = ["render", "-d", "d.json", "--output=-", "--json", "--", "-card.json"];
    const { code, out, errors } = await run(folder, ...argv);
    expect({ code, isPng: out.subarray(1, 4).toString() }).toEqual({ code: 0, isPng: "PNG" });
    expect(JSON.parse(errors)).toMatchObject({ template: "-card.json", width: 8, height: 4 });
  });
});
