import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { CreateRender, OutputFormat } from "@image-render/client";
import { DEFAULT_OUTPUT, type Output } from "../../../src/screens/try-it/request/request-of.js";
import {
  type Answer,
  answerWith,
  cut,
  endPage,
  failure,
  heldFiles,
  limited,
  pass,
  startPage,
} from "../../support/batches-browser.js";
import { runHook } from "../../support/run-hook.js";
import { FRAME } from "../batches/batch-fixture.js";

/** A picture of the browser, which is 60 × 40 pixels if the page still holds its address. */
class Image {
  src = "";
  naturalWidth = 0;
  naturalHeight = 0;

  async decode(): Promise<void> {
    await Promise.resolve();
    if (!heldFiles.has(this.src)) throw new Error("The picture cannot be decoded.");
    [this.naturalWidth, this.naturalHeight] = [60, 40];
  }
}

startPage({ Image });
const { usePreview } = await import("../../../src/screens/try-it/preview/use-preview.js");
const { isConnectionLost, isSessionRefused } = await import("../../../src/service/irs.js");
const { forgetAll } = await import("../../../src/service/resources.js");

beforeEach(() => startPage({ Image }));
afterEach(() => {
  isConnectionLost.value = false;
  isSessionRefused.value = false;
  forgetAll();
  endPage();
});

const PREVIEW = `POST /api/v1/templates/${FRAME.template}/preview`;

/** A page that shows the preview of a title, or nothing yet. */
function previewOf(title: string | undefined, output: Output = DEFAULT_OUTPUT) {
  let shown = title;
  const page = runHook(() =>
    usePreview(
      shown === undefined
        ? undefined
        : {
            id: FRAME.template,
            size: { width: 600, height: 400 },
            contents: { layers: { title: { text: shown } } },
            output,
          },
    ),
  );
  const type = async (typed: string | undefined): Promise<void> => {
    shown = typed;
    page.again();
    await pass(0);
  };
  return { page, type };
}

const WARNING = { code: "TEXT_CUT", layer: "title", message: "It is cut." };
const picture: Answer = () => new Response("picture");

describe("the preview", () => {
  test("is drawn when the page opens, with its size and the warnings of the service", async () => {
    const sent = answerWith(
      () => new Response("picture", { headers: { "x-render-warnings": JSON.stringify([WARNING]) } }),
    );
    const { page } = previewOf("a");
    expect(page.result).toMatchObject({ address: undefined, isDrawing: true, isLimited: false });
    await pass(0);
    expect(sent.map(({ line }) => line)).toEqual([PREVIEW]);
    expect(sent[0]?.body).toEqual({ layers: { title: { text: "a" } }, format: "png", scale: 1, transparent: false });
    expect(page.result).toEqual({
      address: "blob:1",
      bytes: 7,
      width: 60,
      height: 40,
      warnings: [WARNING],
      error: undefined,
      isDrawing: false,
      isLimited: false,
    });
    page.end();
  });

  test("is not drawn until the template is known", async () => {
    const sent = answerWith(picture);
    const { page, type } = previewOf(undefined);
    await pass(60_000);
    expect(sent).toEqual([]);
    await type("a");
    expect(sent).toHaveLength(1);
    expect(page.result.warnings).toEqual([]);
    page.end();
  });

  test("stays until the next one is there, and then gives its memory back", async () => {
    let finish: () => void = () => undefined;
    const { page, type } = previewOf("a");
    answerWith(picture);
    await pass(0);
    answerWith(
      () =>
        new Promise<Response>((resolve) => {
          finish = () => resolve(new Response("other"));
        }),
    );
    await type("b");
    expect(page.result).toMatchObject({ address: "blob:1", isDrawing: true });
    finish();
    await pass(0);
    expect(page.result).toMatchObject({ address: "blob:2", isDrawing: false });
    expect([...heldFiles.keys()]).toEqual(["blob:2"]);
    page.end();
    await pass(0);
    expect([...heldFiles.keys()]).toEqual([]);
  });

  test("is drawn for the latest contents only, one at a time", async () => {
    const finish: (() => void)[] = [];
    const sent = answerWith(
      () => new Promise<Response>((resolve) => finish.push(() => resolve(new Response("picture")))),
    );
    const { page, type } = previewOf("a");
    await pass(0);
    await type("ab");
    await type("abc");
    page.again();
    expect(sent).toHaveLength(1);
    finish[0]?.();
    await pass(0);
    finish[1]?.();
    await pass(0);
    expect(sent.map(({ body }) => (body as CreateRender).layers?.["title"]?.text)).toEqual(["a", "abc"]);
    page.end();
  });

  test("forgets the contents that wait when the page closes", async () => {
    let finish: () => void = () => undefined;
    const sent = answerWith(
      () =>
        new Promise<Response>((resolve) => {
          finish = () => resolve(new Response("picture"));
        }),
    );
    const { page, type } = previewOf("a");
    await pass(0);
    await type("b");
    page.end();
    await pass(0);
    finish();
    await pass(0);
    expect(sent).toHaveLength(1);
  });

  test.each<[OutputFormat, Partial<Output>, object]>([
    ["png", { isTransparent: true, quality: 80 }, { format: "png", scale: 1, transparent: true }],
    ["webp", { isTransparent: true, quality: 80 }, { format: "webp", scale: 1, transparent: true, quality: 80 }],
    ["jpg", { isTransparent: true, quality: 80 }, { format: "jpg", scale: 1, transparent: false, quality: 80 }],
    ["pdf", { isTransparent: true, quality: 80 }, { format: "png", scale: 1, transparent: true }],
    ["webp", { scale: 3 }, { format: "webp", scale: 2.885, transparent: false }],
  ])("of a %s shows %j as far as a browser and the service can", async (format, output, body) => {
    const sent = answerWith(picture);
    const { page } = previewOf("a", { ...DEFAULT_OUTPUT, format, ...output });
    await pass(0);
    expect(sent[0]?.body).toEqual({ layers: { title: { text: "a" } }, ...body });
    page.end();
  });
});

describe("a preview that cannot be drawn", () => {
  test("leaves the old picture, and says why", async () => {
    answerWith(picture);
    const { page, type } = previewOf("a");
    await pass(0);
    answerWith(() => failure(422, "INVALID_REQUEST"));
    await type("b");
    expect(page.result).toMatchObject({ address: "blob:1", isDrawing: false, isLimited: false });
    expect(page.result.error?.message).toBe("It failed with INVALID_REQUEST.");
    answerWith(picture);
    await type("c");
    expect(page.result).toMatchObject({ address: "blob:2", error: undefined });
    page.end();
  });

  test("is not drawn again until something changes, if the request is wrong", async () => {
    const sent = answerWith(() => failure(422, "INVALID_REQUEST"));
    const { page } = previewOf("a");
    await pass(60_000);
    expect(sent).toHaveLength(1);
    page.end();
  });

  test("follows five seconds later if the service has too much to do, again and again", async () => {
    const sent = answerWith(limited);
    const { page } = previewOf("a");
    await pass(0);
    expect(page.result.isLimited).toBe(true);
    await pass(4_999);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
    answerWith(picture);
    await pass(5_000);
    expect(page.result).toMatchObject({ address: "blob:1", isLimited: false, error: undefined });
    page.end();
  });

  test("does not follow after the page has closed", async () => {
    const sent = answerWith(limited);
    const { page } = previewOf("a");
    await pass(0);
    page.end();
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test("is not drawn later if there is nothing to draw any more", async () => {
    let finish: () => void = () => undefined;
    const sent = answerWith(
      () =>
        new Promise<Response>((resolve) => {
          finish = () => resolve(limited());
        }),
    );
    const { page, type } = previewOf("a");
    await pass(0);
    await type(undefined);
    finish();
    await pass(60_000);
    isConnectionLost.value = true;
    await pass(0);
    isConnectionLost.value = false;
    await pass(0);
    expect(sent).toHaveLength(1);
    page.end();
  });

  test("is drawn when the connection is back", async () => {
    answerWith(cut);
    const { page } = previewOf("a");
    await pass(8_000);
    expect(page.result.error?.name).toBe("ConnectionError");
    const sent = answerWith(picture);
    await pass(60_000);
    expect(sent).toEqual([]);
    isConnectionLost.value = false;
    await pass(0);
    expect(sent).toHaveLength(1);
    expect(page.result).toMatchObject({ address: "blob:1", error: undefined });
    page.end();
  });

  test("is drawn when somebody is signed in again", async () => {
    answerWith(() => failure(401, "UNAUTHORIZED"));
    const { page } = previewOf("a");
    await pass(0);
    const sent = answerWith(picture);
    isSessionRefused.value = false;
    await pass(0);
    expect(sent).toHaveLength(1);
    page.end();
  });

  test("is not drawn a second time when the connection of another request is back", async () => {
    const sent = answerWith(picture);
    const { page } = previewOf("a");
    await pass(0);
    isConnectionLost.value = true;
    await pass(0);
    isConnectionLost.value = false;
    await pass(0);
    expect(sent).toHaveLength(1);
    page.end();
  });
});
