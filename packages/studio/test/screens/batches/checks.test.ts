import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { CreateRender } from "@image-render/client";
import type { CheckBook, CheckedRow, Verdict } from "../../../src/screens/batches/model/check-book.js";
import {
  type Answer,
  answerWith,
  endPage,
  failure,
  json,
  limited,
  pass,
  type SentRequest,
  startPage,
} from "../../support/batches-browser.js";
import { runHook, type RunningHook } from "../../support/run-hook.js";
import { FRAME } from "./batch-fixture.js";

startPage();
const { checkRequests, TemplateGone } = await import("../../../src/screens/batches/service/check-requests.js");
const { useCheck } = await import("../../../src/screens/batches/draft/use-check.js");

beforeEach(() => startPage());
afterEach(endPage);

const request = (title: string): CreateRender => ({
  template: FRAME.template,
  version: 4,
  layers: { title: { text: title } },
});

const titlesOf = ({ body }: SentRequest): string[] =>
  (body as { jobs: CreateRender[] }).jobs.map(({ layers }) => (layers?.["title"] as { text: string }).text);

/** The verdicts of a service on requests that are all valid. */
const valid = (count: number): Response =>
  json({ renders: Array.from({ length: count }, (_, index) => ({ index, warnings: [], credits: index + 1 })) });

/** A service that refuses titles which begin with “bad”, as the items of a batch, and warns of those with “long”. */
const judge: Answer = (sent) => {
  const titles = titlesOf(sent);
  const bad = titles.flatMap((title, index) => (title.startsWith("bad") ? [index] : []));
  if (bad.length === 0) return valid(titles.length);
  const jobs = bad.map((index) => ({ index, issues: [{ path: "layers.title.text", message: "It is bad." }] }));
  return failure(422, "INVALID_REQUEST", { jobs });
};

const check = (...titles: string[]) => checkRequests(titles.map(request), new AbortController().signal);

const BAD: Verdict = { issues: [{ path: "layers.title.text", message: "It is bad." }], warnings: [], credits: 0 };

describe("asking the service about many rows", () => {
  test("takes one request if all are valid, and creates nothing", async () => {
    const sent = answerWith(judge);
    expect(await check("a", "b")).toEqual([
      { issues: [], warnings: [], credits: 1 },
      { issues: [], warnings: [], credits: 2 },
    ]);
    expect(sent.map(({ line }) => line)).toEqual(["POST /api/v1/renders/batch"]);
    expect(sent[0]?.body).toEqual({ jobs: [request("a"), request("b")], dryRun: true });
  });

  test("takes another request for the others if some are wrong, because only a valid batch has a price", async () => {
    const sent = answerWith(judge);
    expect(await check("a", "bad b", "c", "bad d")).toEqual([
      { issues: [], warnings: [], credits: 1 },
      BAD,
      { issues: [], warnings: [], credits: 2 },
      BAD,
    ]);
    expect(sent.map(titlesOf)).toEqual([
      ["a", "bad b", "c", "bad d"],
      ["a", "c"],
    ]);
  });

  test("takes no second request if all are wrong, and none at all for no rows", async () => {
    const sent = answerWith(judge);
    expect(await check("bad a")).toEqual([BAD]);
    expect(await check()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test("names each problem once, although the service lists it for the batch and for the item", async () => {
    const issues = [
      { path: "jobs[0].layers.title.text", message: "It is bad." },
      { path: "jobs[0].layers.title.text", message: "It is long." },
      { path: "jobs[0].layers.title.color", message: "It is bad." },
    ];
    const jobs = [{ index: 0, issues: [{ path: "layers.title.text", message: "It is bad." }] }];
    answerWith(() => failure(400, "INVALID_REQUEST", { issues, jobs }));
    const [verdict] = await check("a");
    expect(verdict?.issues).toEqual([
      { path: "layers.title.text", message: "It is bad." },
      { path: "layers.title.text", message: "It is long." },
      { path: "layers.title.color", message: "It is bad." },
    ]);
  });

  test("fails if the template was deleted", async () => {
    answerWith(() =>
      failure(422, "INVALID_REQUEST", { issues: [{ path: "jobs[0].template", message: "It is gone." }] }),
    );
    await expect(check("a")).rejects.toThrow(TemplateGone);
  });

  test.each([
    ["the service fails in another way", () => failure(404, "NOT_FOUND"), "It failed with NOT_FOUND."],
    ["an error names no row", () => failure(422, "INVALID_REQUEST"), "It failed with INVALID_REQUEST."],
    [
      "an error is about the whole batch",
      () =>
        failure(400, "INVALID_REQUEST", {
          issues: [
            { path: "jobs", message: "There are too many." },
            { path: "jobs[0].scale", message: "It is too large." },
          ],
        }),
      "It failed with INVALID_REQUEST.",
    ],
    [
      "the service names rows that were not sent",
      () => failure(422, "INVALID_REQUEST", { issues: [{ path: "jobs[7].scale", message: "It is too large." }] }),
      "The service did not say which rows are wrong.",
    ],
  ])("fails if %s", async (_, answer, message) => {
    answerWith(answer);
    await expect(check("a")).rejects.toThrow(message);
  });

  test("waits two minutes for the service, because it lays out every text", async () => {
    const sent = answerWith(() => new Promise<Response>(() => undefined));
    void check("a").catch(() => undefined);
    await pass(119_999);
    expect(sent[0]?.signal?.aborted).toBe(false);
    await pass(1);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

interface Page {
  readonly page: RunningHook<ReturnType<typeof useCheck>>;
  /** Changes the titles of the rows, as a person does who types. */
  readonly type: (...titles: string[]) => void;
  readonly book: () => CheckBook;
}

/** Opens a page with a sheet whose plan has batches of two rows. */
function open(...titles: string[]): Page {
  let rows = titles;
  let book: CheckBook = new Map();
  const checked = (): CheckedRow[] =>
    rows.map((title, row) => {
      const rest = { state: "unknown", issues: [], warnings: [], credits: 0 } as const;
      return { row, request: request(title), key: JSON.stringify(request(title)), ...rest };
    });
  const page = runHook(() =>
    useCheck(checked(), 2, book, (change) => {
      book = change(book);
    }),
  );
  const type = (...typed: string[]): void => {
    rows = typed;
    page.again();
  };
  return { page, type, book: () => book };
}

describe("the check of a sheet", () => {
  test("asks about all rows in batches of the plan, and says how many are done", async () => {
    const sent = answerWith(judge);
    const { page, book } = open("a", "b", "bad c");
    await pass(5_000);
    expect(sent).toEqual([]);
    expect(page.result).toMatchObject({ isRunning: false, done: 0, total: 0, error: undefined });
    page.result.start();
    await pass(0);
    expect(sent.map(titlesOf)).toEqual([["a", "b"], ["bad c"]]);
    expect(page.results.map(({ isRunning, done, total }) => [isRunning, done, total])).toEqual(
      expect.arrayContaining([
        [true, 0, 3],
        [true, 2, 3],
      ]),
    );
    expect(page.result).toMatchObject({ isRunning: false, done: 3, total: 3, error: undefined });
    expect([...book()]).toEqual([
      [JSON.stringify(request("a")), { issues: [], warnings: [], credits: 1 }],
      [JSON.stringify(request("b")), { issues: [], warnings: [], credits: 2 }],
      [JSON.stringify(request("bad c")), BAD],
    ]);
    page.end();
  });

  test("is repeated for a changed row by itself, when typing has paused", async () => {
    const sent = answerWith(judge);
    const { page, type } = open("a", "b");
    page.result.start();
    await pass(0);
    page.again();
    await pass(5_000);
    expect(sent).toHaveLength(1);
    type("a", "be");
    await pass(600);
    type("a", "bea");
    await pass(699);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent.map(titlesOf)).toEqual([["a", "b"], ["bea"]]);
    page.end();
  });

  test("runs once at a time, and not at all if every row was checked", async () => {
    const sent = answerWith(judge);
    const { page } = open("a");
    page.result.start();
    page.result.start();
    await pass(0);
    page.again();
    page.result.start();
    await pass(0);
    expect(sent).toHaveLength(1);
    expect(page.result.isRunning).toBe(false);
    page.end();
  });

  test("stops at an error, and is tried again only when the person asks for it", async () => {
    let isBusy = true;
    const sent = answerWith((one) => (isBusy ? limited() : judge(one)));
    const { page, book } = open("a", "b", "c");
    page.result.start();
    await pass(0);
    expect(page.result).toMatchObject({ isRunning: false, done: 0, total: 3 });
    expect(page.result.error?.message).toBe("Too many requests.");
    page.again();
    await pass(10_000);
    expect(sent).toHaveLength(1);
    isBusy = false;
    page.result.start();
    await pass(0);
    expect(page.result.error).toBeUndefined();
    expect(book().size).toBe(3);
    page.end();
  });

  test("ends when the person leaves the page", async () => {
    const sent = answerWith(() => new Promise<Response>(() => undefined));
    const { page } = open("a", "b", "c");
    page.result.start();
    await pass(0);
    page.end();
    await pass(0);
    expect(sent[0]?.signal?.aborted).toBe(true);
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });

  test("does not begin after the person has left the page", async () => {
    const sent = answerWith(judge);
    const { page, type } = open("a");
    page.result.start();
    await pass(0);
    type("b");
    await pass(600);
    page.end();
    await pass(5_000);
    expect(sent).toHaveLength(1);
  });
});
