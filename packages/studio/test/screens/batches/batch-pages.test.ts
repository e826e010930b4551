import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { CreateRender } from "@image-render/client";
import type { BatchFilter } from "../../../src/screens/batches/model/entries.js";
import {
  type Answer,
  answerWith,
  cut,
  endPage,
  failure,
  heldFiles,
  json,
  pass,
  startPage,
} from "../../support/batches-browser.js";
import { runHook } from "../../support/run-hook.js";
import { FRAME } from "./batch-fixture.js";

startPage();
const { usePreviews } = await import("../../../src/screens/batches/draft/use-previews.js");
const { useBatches } = await import("../../../src/screens/batches/list/use-batches.js");
const { usePlan } = await import("../../../src/screens/batches/service/use-plan.js");
const { useTemplateSchema } = await import("../../../src/screens/batches/service/use-template-schema.js");
const { forgetAll } = await import("../../../src/service/resources.js");

beforeEach(() => startPage());
afterEach(() => {
  forgetAll();
  endPage();
});

const TEMPLATE = { id: FRAME.template, name: "Badge", version: 4, width: 600, height: 400 };

const request = (title: string): CreateRender => ({
  template: FRAME.template,
  version: 4,
  layers: { title: { text: title } },
});

/** A page that shows the pictures of rows with some titles. */
function previewsOf(...titles: string[]) {
  let shown = titles;
  const page = runHook(() => usePreviews(shown.map(request), TEMPLATE));
  const type = (...typed: string[]): void => {
    shown = typed;
    page.again();
  };
  return { page, type };
}

const picture: Answer = () => new Response("picture");

describe("the first pictures of a sheet", () => {
  test("are drawn one after the other half a second after the page has opened", async () => {
    const sent = answerWith(picture);
    const { page } = previewsOf("a", "b");
    await pass(499);
    expect(sent).toEqual([]);
    expect(page.result).toEqual([undefined, undefined]);
    await pass(1);
    expect(sent.map(({ line }) => line)).toEqual(Array(2).fill(`POST /api/v1/templates/${FRAME.template}/preview`));
    expect(sent[0]?.body).toEqual({
      version: 4,
      layers: { title: { text: "a" } },
      variables: {},
      scale: 1,
      format: "webp",
    });
    expect(page.result).toEqual([{ address: "blob:1" }, { address: "blob:2" }]);
    page.end();
  });

  test("are drawn again only for the rows that have changed", async () => {
    const sent = answerWith(picture);
    const { page, type } = previewsOf("a", "b");
    await pass(500);
    type("a", "c");
    expect(page.result).toEqual([{ address: "blob:1" }, undefined]);
    await pass(500);
    expect(sent).toHaveLength(3);
    expect(page.result).toEqual([{ address: "blob:1" }, { address: "blob:3" }]);
    page.end();
  });

  test("are drawn when typing pauses", async () => {
    const sent = answerWith(picture);
    const { page, type } = previewsOf("a");
    await pass(400);
    type("ab");
    await pass(400);
    expect(sent).toEqual([]);
    await pass(100);
    expect(sent).toHaveLength(1);
    page.end();
  });

  test("do not appear after a row has changed meanwhile", async () => {
    let finish: () => void = () => undefined;
    const sent = answerWith(
      () =>
        new Promise<Response>((resolve) => {
          finish = () => resolve(new Response("picture"));
        }),
    );
    const { page, type } = previewsOf("a", "b");
    await pass(500);
    type("c", "b");
    await pass(0);
    expect(sent[0]?.signal?.aborted).toBe(true);
    finish();
    await pass(0);
    expect(sent).toHaveLength(1);
    expect(page.result).toEqual([undefined, undefined]);
    page.end();
  });

  test("say why there is none, and are tried again after the next change", async () => {
    let isGone = true;
    answerWith((one) => (isGone ? failure(422, "INVALID_REQUEST") : picture(one)));
    const { page, type } = previewsOf("a");
    await pass(500);
    expect(page.result[0]?.error?.message).toBe("It failed with INVALID_REQUEST.");
    isGone = false;
    type("a", "b");
    await pass(500);
    expect(page.result.map((preview) => preview?.address)).toEqual(["blob:1", "blob:2"]);
    page.end();
  });

  test("are given back when the page closes", async () => {
    answerWith((one) =>
      (one.body as CreateRender).layers?.["title"]?.text === "b" ? failure(422, "X") : picture(one),
    );
    const { page } = previewsOf("a", "b", "c");
    await pass(500);
    expect([...heldFiles.keys()]).toEqual(["blob:1", "blob:2"]);
    page.end();
    await pass(0);
    expect([...heldFiles.keys()]).toEqual([]);
  });
});

describe("the list of batches", () => {
  const batchOf = (id: string) => ({ id, createdAt: "2026-11-28T07:00:00.000Z", status: "done" });

  /** Opens the list with a filter, and waits until it was read. */
  async function list(filter: BatchFilter | undefined) {
    const sent = answerWith(() => json({ batches: [batchOf("b1")], nextCursor: "c2" }));
    const page = runHook(() => useBatches(filter));
    await pass(0);
    return { sent, page };
  }

  test("has the batches of the service, page by page", async () => {
    const { sent, page } = await list(undefined);
    expect(page.result.shown?.map(({ id }) => id)).toEqual(["b1"]);
    page.result.more();
    await pass(0);
    expect(sent.map(({ line }) => line)).toEqual([
      "GET /api/v1/renders/batches",
      "GET /api/v1/renders/batches?cursor=c2",
    ]);
    page.end();
  });

  test("asks the service for one status", async () => {
    const { sent, page } = await list("failed");
    expect(sent.map(({ line }) => line)).toEqual(["GET /api/v1/renders/batches?status=failed"]);
    page.end();
  });

  test("asks for no sheets that were not sent, because the service does not know them", async () => {
    const { sent, page } = await list("draft");
    expect(sent).toEqual([]);
    expect(page.result).toMatchObject({ shown: [], isLoading: false, error: undefined });
    page.end();
  });
});

describe("what a sheet must know", () => {
  test("is the largest batch of the plan and the credits that are left", async () => {
    answerWith(() => json({ plan: { maxBatchSize: 50 }, credits: { remaining: 700 } }));
    const page = runHook(usePlan);
    expect(page.result).toEqual({ size: 10, creditsLeft: undefined });
    await pass(0);
    expect(page.result).toEqual({ size: 50, creditsLeft: 700 });
    page.end();
  });

  test("is the size of the smallest plan if the plan cannot be read", async () => {
    answerWith(cut);
    const page = runHook(usePlan);
    await pass(10_000);
    expect(page.result).toEqual({ size: 10, creditsLeft: undefined });
    page.end();
  });

  test("is what the version of its template can be filled with", async () => {
    const sent = answerWith(() => json({ variables: [], layers: [] }));
    const page = runHook(() => useTemplateSchema(TEMPLATE));
    await pass(0);
    expect(sent.map(({ line }) => line)).toEqual([`GET /api/v1/templates/${FRAME.template}/schema?version=4`]);
    expect(page.result.data).toEqual({ variables: [], layers: [] });
    page.end();
  });
});
