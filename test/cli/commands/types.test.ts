import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { writeTypes } from "../../../cli/actions/types.js";
import { runCli } from "../../../cli/main.js";
import { ContractServer, failure } from "../contract-server.js";
import { CARD, makeFolder, run, runWith, writeInto } from "../support.js";

const ID = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const URL = "https://images.example.com";
const entry = (file: string, ids: object = { [URL]: ID }) => ({ file, name: file.replace(".json", ""), ids });
const folderOf = (...entries: object[]) => ({
  "templates/irs.json": { templates: entries },
  "templates/card.json": CARD,
});
/** The IDs of a module by the names of their templates. */
const idsIn = (module: string) =>
  Object.fromEntries(
    [...module.matchAll(/^ {2}(\S+): "(\S+)" as TemplateId/gm)].map(([, name, id]) => [String(name), id] as const),
  );
const written = (folder: string) => readFileSync(join(folder, "irs.ts"), "utf8");

describe("irs types for a workspace", () => {
  let server: ContractServer;
  beforeEach(async () => {
    server = await ContractServer.start({ pageSize: 2 });
  });
  afterEach(() => server.close());
  const irs = (folder: string, ...argv: string[]) => runWith(server.env, folder, "types", ...argv);

  test("types writes the newest version of each template, and a deleted template vanishes", async () => {
    const folder = makeFolder({});
    const [card, sale, news] = [
      server.add("Card", [{ ...CARD, layers: [] }, CARD]),
      server.add("Sale", [CARD]),
      server.add("News", [CARD]),
    ];
    const first = await irs(folder, "--out", "src/irs.ts");
    expect([first.code, first.text, first.errors]).toEqual([0, "src/irs.ts  3 templates\n", ""]);
    const module = readFileSync(join(folder, "src/irs.ts"), "utf8");
    expect(idsIn(module)).toEqual({ Card: card.id, News: news.id, Sale: sale.id });
    expect(module).toContain(`// Templates of ${server.baseUrl}\n`);
    expect(module.match(/readonly square\?: RectangleLayer;/g)).toHaveLength(3);
    server.templates.splice(server.templates.indexOf(sale), 1);
    await irs(folder, "--out", "src/irs.ts");
    expect(idsIn(readFileSync(join(folder, "src/irs.ts"), "utf8"))).toEqual({ Card: card.id, News: news.id });
  });

  test("types writes to standard output without --out, and leaves out a template that was deleted meanwhile", async () => {
    const card = server.add("Card", [CARD]);
    const gone = server.add("Gone", [CARD]);
    server.onRequest = (request) => {
      if (request.endsWith(`${card.id}/schema`)) server.templates.splice(server.templates.indexOf(gone), 1);
    };
    const { code, text } = await irs(makeFolder({}));
    expect([code, idsIn(text)]).toEqual([0, { Card: card.id }]);
  });

  test("types neither touches a file that would not change nor replaces a file that it did not write", async () => {
    const folder = makeFolder({ "own.ts": "export const mine = 1;\n" });
    server.add("Card", [CARD]);
    await irs(folder, "--out", "irs.ts");
    const before = statSync(join(folder, "irs.ts"), { bigint: true }).mtimeNs;
    expect(await irs(folder, "--out", "irs.ts")).toMatchObject({ code: 0, text: "" });
    expect(statSync(join(folder, "irs.ts"), { bigint: true }).mtimeNs).toBe(before);
    const refused = await irs(folder, "--out", "own.ts");
    expect([refused.code, refused.errors]).toEqual([
      2,
      expect.stringContaining('own.ts was not written by "irs types". Name another file with --out.'),
    ]);
    expect(readFileSync(join(folder, "own.ts"), "utf8")).toBe("export const mine = 1;\n");
  });
});

describe("irs types --watch for a workspace", () => {
  test("follows new, changed and deleted templates and a failing service, and reads only changed versions again", async () => {
    const server = await ContractServer.start();
    const folder = makeFolder({});
    const stop = new AbortController();
    const [out, err] = [new PassThrough(), new PassThrough()];
    let errors = "";
    err.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const terminal = { out, err, folder, env: server.env, onInterrupt: () => stop.signal };
    const card = server.add("Card", [CARD]);
    const ended = writeTypes(terminal, { out: "irs.ts", watch: true }, 5);
    const isWritten = (ids: object, part: string) => async () => {
      await pause(5);
      if (!existsSync(join(folder, "irs.ts"))) return false;
      return isDeepStrictEqual(idsIn(written(folder)), ids) && written(folder).includes(part);
    };
    const until = async (check: () => Promise<boolean>) => {
      while (!(await check())) continue;
    };
    await until(isWritten({ Card: card.id }, "square?: RectangleLayer"));
    const sale = server.add("Sale", [CARD]);
    await until(isWritten({ Card: card.id, Sale: sale.id }, "square?: RectangleLayer"));
    const [square, ...others] = CARD.layers;
    card.documents.push({ ...CARD, layers: [{ ...square, name: "box" }, ...others] });
    await until(isWritten({ Card: card.id, Sale: sale.id }, "box?: RectangleLayer"));

    const schemas = () => server.requests.filter((request) => request.endsWith("/schema"));
    expect([card, sale].map(({ id }) => schemas().filter((request) => request.includes(id)).length)).toEqual([2, 1]);

    const refusal = failure(403, "FORBIDDEN", "The key lacks the scope.");
    server.nextResponses.push(refusal, refusal);
    await until(async () => {
      await pause(5);
      return server.nextResponses.length === 0;
    });
    server.templates.splice(server.templates.indexOf(sale), 1);
    await until(isWritten({ Card: card.id }, "box?: RectangleLayer"));
    expect(errors.match(/The key lacks the scope\./g)).toHaveLength(1);
    stop.abort();
    expect(await ended).toBe(0);
    await server.close();
  });
});

describe("irs types for a folder", () => {
  const types = (folder: string, ...argv: string[]) => run(folder, "types", "--folder", "templates", ...argv);

  test("types needs no service: the manifest has the IDs, and a template without one is left out", async () => {
    const folder = makeFolder({ ...folderOf(entry("card.json")), "templates/draft.json": CARD });
    const { code, errors } = await types(folder, "--out", "irs.ts");
    expect([code, errors]).toEqual([0, `templates/draft.json is left out: it has no ID at ${URL}. Push it first.\n`]);
    expect(idsIn(written(folder))).toEqual({ card: ID });
    expect(written(folder)).toContain("readonly price?: number | `${number}`;");
  });

  test("types asks for --url if the manifest has IDs of several services", async () => {
    const other = "1d6b3e4f-8c52-4a1f-8b7d-3f2e9f8c7b61";
    const folder = makeFolder(folderOf(entry("card.json", { [URL]: ID, "https://b.example.com": other })));
    const refused = await types(folder);
    expect([refused.code, refused.errors]).toEqual([
      2,
      expect.stringContaining(`several services: https://b.example.com, ${URL}. Choose one with --url.`),
    ]);
    expect(idsIn((await types(folder, "--url", "https://b.example.com/")).text)).toEqual({ card: other });
  });

  test("types of a folder with an issue, without a push, or without a template writes nothing", async () => {
    const broken = makeFolder({ ...folderOf(entry("card.json")), "templates/card.json": { ...CARD, width: 0 } });
    expect(await types(broken, "--out", "irs.ts")).toMatchObject({ code: 1, text: "" });
    expect(() => written(broken)).toThrow("ENOENT");
    const unpushed = await types(makeFolder({ "templates/card.json": CARD }));
    expect([unpushed.code, unpushed.errors]).toEqual([2, expect.stringContaining('Run "irs templates push" first')]);
    expect((await types(makeFolder({}))).code).toBe(2);
    expect((await types(broken, "--watch")).errors).toContain("--watch needs --out");
  });

  test("types --watch follows changed, new and broken templates until it is stopped", async () => {
    const folder = makeFolder(folderOf(entry("card.json")));
    const [out, err] = [new PassThrough(), new PassThrough()];
    let errors = "";
    err.on("data", (chunk) => (errors += String(chunk)));
    out.resume();
    const stop = new AbortController();
    const argv = ["types", "--folder", "templates", "--out", "irs.ts", "--watch"];
    const ended = runCli(argv, { out, err, folder, env: {}, onInterrupt: () => stop.signal });
    const until = async (isTrue: () => boolean) => {
      while (!isTrue()) await pause(10);
    };
    const contains = (text: string) => () => {
      try {
        return written(folder).includes(text);
      } catch {
        return false;
      }
    };
    await until(contains("square?: RectangleLayer"));
    expect(errors).toBe("Watching for changes. Press Ctrl+C to stop.\n");
    const [square, ...others] = CARD.layers;
    writeInto(folder, "templates/card.json", { ...CARD, layers: [{ ...square, name: "box" }, ...others] });
    await until(contains("box?: RectangleLayer"));
    writeInto(folder, "templates/card.json", "{ broken");
    await until(() => errors.includes("Nothing was written."));
    const other = "1d6b3e4f-8c52-4a1f-8b7d-3f2e9f8c7b61";
    writeInto(folder, "templates/card.json", CARD);
    writeInto(folder, "templates/sale.json", CARD);
    writeInto(folder, "templates/irs.json", { templates: [entry("card.json"), entry("sale.json", { [URL]: other })] });
    await until(contains("sale"));
    rmSync(join(folder, "templates/card.json"));
    writeInto(folder, "templates/irs.json", { templates: [entry("sale.json", { [URL]: other })] });
    await until(() => !contains("card")());
    expect(idsIn(written(folder))).toEqual({ sale: other });
    stop.abort();
    expect(await ended).toBe(0);
  });
});
