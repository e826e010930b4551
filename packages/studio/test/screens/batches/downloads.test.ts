import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { unzipSync } from "fflate";
import type { Sheet } from "../../../src/screens/batches/model/sheet.js";
import { type Answer, answerWith, cut, endPage, heldFiles, pass, startPage } from "../../support/batches-browser.js";
import { runHook } from "../../support/run-hook.js";
import { sheetOf } from "./batch-fixture.js";

/** The files that the person has saved: their names and contents. */
const saved: { readonly name: string; readonly content: Blob }[] = [];

/** A link that saves a file when it is clicked. */
class Link {
  href = "";
  download = "";
  click(): void {
    const content = heldFiles.get(this.href);
    if (content !== undefined) saved.push({ name: this.download, content });
  }
}

const globals = { document: { createElement: () => new Link() } };

startPage(globals);
const { loadPicture } = await import("../../../src/screens/batches/download/load-picture.js");
const { useOneZip } = await import("../../../src/screens/batches/download/use-one-zip.js");

beforeEach(() => {
  startPage(globals);
  saved.length = 0;
});
afterEach(endPage);

const ADDRESS = "https://cdn.example.com/api/v1/renders/3d5b/asset?sig=k1.8J";

/** Loads a picture, and waits as long as that takes. Returns the error in place of the bytes if it fails. */
async function load(answer: Answer, signal = new AbortController().signal) {
  const sent = answerWith(answer);
  const loading = loadPicture(ADDRESS, signal).then(
    (bytes) => bytes && [...bytes],
    (error: unknown) => error,
  );
  await pass(60_000);
  return { result: await loading, times: sent.map(({ atMs }) => atMs), lines: sent.map(({ line }) => line) };
}

/** Responds with the given answers one after the other, and then with a picture of two bytes. */
function oneByOne(...answers: readonly (() => Response | Error)[]): Answer {
  const left = [...answers];
  return () => left.shift()?.() ?? new Response(new Uint8Array([1, 2]));
}

const status = (code: number) => () => new Response("", { status: code });

describe("loading a picture", () => {
  test("reads it from the origin of the page, with the signature of its address", async () => {
    const { result, lines } = await load(oneByOne());
    expect(result).toEqual([1, 2]);
    expect(lines).toEqual(["GET /api/v1/renders/3d5b/asset?sig=k1.8J"]);
  });

  test("tries it four times, after pauses of one, two and three seconds", async () => {
    const { result, times } = await load(oneByOne(cut, status(500), status(429)));
    expect(result).toEqual([1, 2]);
    expect(times).toEqual([0, 1_000, 3_000, 6_000]);
  });

  test.each([404, 410])("has no result after status %d, because the picture is no longer stored", async (code) => {
    const { result, times } = await load(oneByOne(status(code)));
    expect(result).toBeUndefined();
    expect(times).toEqual([0]);
  });

  test("fails with the status of the fourth response", async () => {
    const { result, times } = await load(status(503));
    expect(result).toMatchObject({ name: "Error", message: "A picture could not be loaded (HTTP 503)." });
    expect(times).toHaveLength(4);
  });

  test("fails with an error of the connection if there is no response", async () => {
    const { result, times } = await load(cut);
    expect(result).toMatchObject({ name: "ConnectionError", message: "fetch failed" });
    expect(times).toHaveLength(4);
  });

  test("ends at once when the person no longer wants it", async () => {
    const abort = new AbortController();
    const { result, times } = await load(() => {
      abort.abort();
      return new Error("ended");
    }, abort.signal);
    expect(result).toMatchObject({ message: "ended" });
    expect(times).toHaveLength(1);
  });
});

/** A sheet whose rows are done, with pictures at the addresses /0, /1 and so on. */
function doneSheet(...titles: string[]): Sheet {
  const renders = titles.map((_, index) => ({
    id: `r${index}`,
    status: "done" as const,
    url: `https://images.example.com/${index}`,
    warnings: 0,
  }));
  const part = { key: "k", rows: titles.map((_, index) => index), requests: [], batchId: "b", renders };
  return { ...sheetOf(titles), parts: [part] };
}

/** Responds with a picture that consists of the characters of its path. */
const pathAsPicture: Answer = ({ line }) => new Response(line);

/** Lets the packing continue, which reads files of the page in several turns. */
const packing = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await pass(0);
};

describe("one ZIP of all pictures of a sheet", () => {
  test("is packed and saved when the page opens, with the name of the sheet", async () => {
    answerWith(pathAsPicture);
    const page = runHook(() => useOneZip(doneSheet("Ada", "Grace")));
    expect(page.result).toMatchObject({ all: 2, packed: 0, result: undefined, error: undefined });
    await packing();
    expect(page.results.map(({ packed }) => packed)).toContain(1);
    expect(page.result).toMatchObject({ all: 2, packed: 2, error: undefined, result: { pictures: 2, missing: 0 } });
    expect(saved.map(({ name }) => name)).toEqual(["guests.zip"]);
    const bytes = new Uint8Array((await saved[0]?.content.arrayBuffer()) ?? []);
    expect(Object.keys(unzipSync(bytes))).toEqual(["2 Ada.png", "3 Grace.png"]);
    page.end();
  });

  test("can be saved again without packing it again", async () => {
    const sent = answerWith(pathAsPicture);
    const page = runHook(() => useOneZip(doneSheet("Ada")));
    page.result.save();
    expect(saved).toEqual([]);
    await packing();
    page.result.save();
    expect(saved.map(({ name }) => name)).toEqual(["guests.zip", "guests.zip"]);
    expect(sent).toHaveLength(1);
    page.end();
  });

  test("has only the pictures that were finished at first, and forgets its error when it is tried again", async () => {
    const sent = answerWith(cut);
    let sheet = doneSheet("Ada");
    const page = runHook(() => useOneZip(sheet));
    await pass(0);
    sheet = doneSheet("Ada", "Grace");
    page.again();
    expect(page.result.all).toBe(1);
    await pass(6_000);
    expect(page.result).toMatchObject({ packed: 0, result: undefined, error: { message: "fetch failed" } });
    expect(sent.map(({ line }) => line)).toEqual(Array(4).fill("GET /0"));
    answerWith(() => new Promise<Response>(() => undefined));
    page.result.retry();
    await pass(0);
    expect(page.result).toMatchObject({ all: 2, packed: 0, error: undefined });
    page.end();
  });

  test("has the pictures that are finished when it is tried again", async () => {
    answerWith(cut);
    let sheet = doneSheet("Ada");
    const page = runHook(() => useOneZip(sheet));
    await pass(6_000);
    sheet = doneSheet("Ada", "Grace");
    page.again();
    answerWith(pathAsPicture);
    page.result.retry();
    await packing();
    expect(page.result).toMatchObject({ all: 2, packed: 2, error: undefined, result: { pictures: 2 } });
    page.end();
  });

  test("loads no more pictures after one has failed", async () => {
    const sent = answerWith(async ({ line }) => {
      if (line === "GET /1") await new Promise((resolve) => setTimeout(resolve, 500));
      return new Response("", { status: 500 });
    });
    const page = runHook(() => useOneZip(doneSheet("a", "b")));
    await pass(6_000);
    expect(page.result.error).toBeDefined();
    const count = sent.length;
    await pass(60_000);
    expect(sent).toHaveLength(count);
    page.end();
  });

  test("is given up when the person closes it", async () => {
    let finish: () => void = () => undefined;
    const bytes = new ReadableStream({ start: (controller) => void (finish = () => controller.close()) });
    answerWith(() => new Response(bytes));
    const page = runHook(() => useOneZip(doneSheet("Ada")));
    await packing();
    const count = page.results.length;
    page.end();
    await pass(0);
    finish();
    await packing();
    expect(saved).toEqual([]);
    expect(page.results).toHaveLength(count);
  });
});
