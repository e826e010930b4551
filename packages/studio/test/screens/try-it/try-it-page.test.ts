import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { CreateRender, Render } from "@image-render/client";
import { tryIt as texts } from "../../../src/messages/en/try-it.js";
import { NO_VALUES } from "../../../src/screens/try-it/form/values.js";
import { DEFAULT_OUTPUT } from "../../../src/screens/try-it/request/request-of.js";
import {
  type Answer,
  answerWith,
  endPage,
  failure,
  json,
  pass,
  standIn,
  startPage,
} from "../../support/batches-browser.js";
import { runHook, type RunningHook } from "../../support/run-hook.js";
import { FRAME, job } from "../batches/batch-fixture.js";

startPage();
const { useRender } = await import("../../../src/screens/try-it/render/use-render.js");
const { useDraft } = await import("../../../src/screens/try-it/use-draft.js");
const { entryOf, forgetAll } = await import("../../../src/service/resources.js");

beforeEach(() => startPage());
afterEach(() => {
  forgetAll();
  endPage();
});

test("texts leave out what the page does not know", () => {
  expect([texts.renderDone(undefined), texts.renderDone(214)]).toEqual(["Done", "Done in 214 ms"]);
  expect([texts.rowsOf("items", 1, undefined), texts.rowsOf("items", 1, 4)]).toEqual([
    "items, 1 row",
    "items, 1 of 4 rows",
  ]);
  expect([texts.defaultChoice(""), texts.defaultChoice("left")]).toEqual(["Default", "Default (left)"]);
});

describe("a render that is started on the page", () => {
  const REQUEST: CreateRender = { template: FRAME.template, version: 4 };

  /** A service that creates jobs, has no stream of events, and gives a state when it is asked. */
  const working =
    (state: () => Render["status"] = () => "done"): Answer =>
    ({ line }) => {
      if (line === "POST /api/v1/render") return json(job("j1", "queued"), 201);
      return line.endsWith("/events") ? failure(404, "NOT_FOUND") : json(job("j1", state()));
    };

  const open = (): RunningHook<ReturnType<typeof useRender>> => runHook(useRender);

  test("is followed until it has ended", async () => {
    const sent = answerWith(working());
    const page = open();
    expect(page.result).toMatchObject({ job: undefined, isStarting: false, error: undefined });
    page.result.start(REQUEST);
    await Promise.resolve();
    expect(page.result).toMatchObject({ job: undefined, isStarting: true });
    await pass(0);
    expect(sent[0]).toMatchObject({ line: "POST /api/v1/render", body: REQUEST });
    expect(page.result).toMatchObject({ job: { status: "queued" }, isStarting: false });
    await pass(2_000);
    expect(page.result.job?.status).toBe("done");
    page.end();
  });

  test("updates the lists of renders and the credits when it was created and when it has ended", async () => {
    const read: string[] = [];
    for (const key of ["renders/list?", "usage"]) {
      const entry = entryOf(key);
      entry.users = 1;
      entry.load = () => {
        read.push(key);
        return Promise.resolve();
      };
    }
    answerWith(working());
    const page = open();
    page.result.start(REQUEST);
    await pass(0);
    expect(read).toEqual(["renders/list?", "usage"]);
    await pass(2_000);
    expect(read).toEqual(["renders/list?", "usage", "renders/list?"]);
    page.end();
  });

  test("is created once, although a person clicks again before it has ended", async () => {
    const sent = answerWith(working());
    const page = open();
    const created = () => sent.filter(({ line }) => line === "POST /api/v1/render");
    page.result.start(REQUEST);
    await Promise.resolve();
    page.result.start(REQUEST);
    await pass(0);
    page.result.start(REQUEST);
    await pass(0);
    expect(created()).toHaveLength(1);
    await pass(2_000);
    page.result.start(REQUEST);
    await pass(0);
    expect(created()).toHaveLength(2);
    page.end();
  });

  test("says why it could not be created, until it is started again", async () => {
    answerWith(() => failure(402, "INSUFFICIENT_CREDITS"));
    const page = open();
    page.result.start(REQUEST);
    await pass(0);
    expect(page.result).toMatchObject({ job: undefined, isStarting: false });
    expect(page.result.error?.message).toBe("It failed with INSUFFICIENT_CREDITS.");
    answerWith(working());
    page.result.start(REQUEST);
    await pass(0);
    expect(page.result.error).toBeUndefined();
    expect(page.result.job?.id).toBe("j1");
    page.end();
  });

  test("shows nothing of the one before while it is created", async () => {
    answerWith(working());
    const page = open();
    page.result.start(REQUEST);
    await pass(2_000);
    page.result.start(REQUEST);
    await Promise.resolve();
    expect(page.result).toMatchObject({ job: undefined, isStarting: true });
    page.end();
  });

  test("is no longer followed when the person leaves the page", async () => {
    const sent = answerWith(working(() => "queued"));
    const page = open();
    page.result.start(REQUEST);
    await pass(2_000);
    page.end();
    await pass(0);
    const count = sent.length;
    await pass(10_000);
    expect(sent).toHaveLength(count);
  });
});

describe("what a person has typed", () => {
  /** Keeps texts for a tab. */
  function tab(kept: Readonly<Record<string, string>> = {}) {
    const texts = new Map(Object.entries(kept));
    const sessionStorage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
    };
    standIn({ sessionStorage });
    return texts;
  }

  const EMPTY = { values: NO_VALUES, output: DEFAULT_OUTPUT };

  test("is there again after a reload, for its template only", async () => {
    tab();
    const page = runHook(() => useDraft("t1"));
    expect(page.result[0]).toEqual(EMPTY);
    const values = { ...NO_VALUES, variables: { seat: "12" } };
    const output = { ...DEFAULT_OUTPUT, format: "webp" as const };
    page.result[1]({ values, output });
    await pass(0);
    expect(page.result[0]).toEqual({ values, output });
    page.end();
    expect(runHook(() => useDraft("t1")).result[0]).toEqual({ values, output });
    expect(runHook(() => useDraft("t2")).result[0]).toEqual(EMPTY);
  });

  test("is completed if an older version of the page has kept it", () => {
    tab({ "studio-draft-t1": `{"values":{"variables":{"seat":"12"}},"output":{"scale":2}}` });
    expect(runHook(() => useDraft("t1")).result[0]).toEqual({
      values: { variables: { seat: "12" }, lists: {}, layers: {} },
      output: { format: "png", scale: 2, quality: undefined, isTransparent: false },
    });
  });

  test("begins empty if what was kept cannot be read", () => {
    tab({ "studio-draft-t1": "{" });
    expect(runHook(() => useDraft("t1")).result[0]).toEqual(EMPTY);
  });

  test("is shown although the browser keeps nothing", async () => {
    const refuse = (): never => {
      throw new Error("The browser keeps nothing.");
    };
    standIn({ sessionStorage: { getItem: refuse, setItem: refuse } });
    const page = runHook(() => useDraft("t1"));
    expect(page.result[0]).toEqual(EMPTY);
    const draft = { values: { ...NO_VALUES, variables: { seat: "12" } }, output: DEFAULT_OUTPUT };
    page.result[1](draft);
    await pass(0);
    expect(page.result[0]).toEqual(draft);
    page.end();
  });
});
