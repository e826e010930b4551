import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { saveFile } from "../../src/service/save-file.js";
import { ACCEPTED, contentTypeOf, IMAGES } from "../../src/service/upload-types.js";
import { pass, stopClock } from "../support/clock.js";
import { openPage, type TestPage } from "../support/page.js";
import { openService, type TestService } from "../support/service.js";
import { standIn } from "../support/stand-ins.js";

describe("the files that can be uploaded", () => {
  test.each([
    ["photo.jpg", "image/jpeg"],
    ["photo.final.JPEG", "image/jpeg"],
    ["Inter.woff2", "font/woff2"],
    ["logo.svg", "image/svg+xml"],
  ])("%s has the type %s", (name, type) => {
    expect(contentTypeOf(name)).toBe(type);
  });

  test.each([["notes.txt"], ["archive.png.zip"], ["x.constructor"], ["x."]])("%s is none of them", (name) => {
    expect(contentTypeOf(name)).toBeUndefined();
  });

  test("are offered by their extensions", () => {
    expect(IMAGES).toBe(".png,.jpg,.jpeg,.webp,.avif,.gif,.svg");
    expect(ACCEPTED).toBe(".png,.jpg,.jpeg,.webp,.avif,.gif,.svg,.ttf,.otf,.woff,.woff2");
  });
});

describe("saving a file on the computer", () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  test("clicks on a link to it, and forgets its bytes a second later", async () => {
    stopClock();
    const clicks: string[] = [];
    const link = { href: "", download: "", click: () => clicks.push(`${link.href} as ${link.download}`) };
    const close = standIn({ document: { createElement: () => link } });
    jest.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
    const revoke = jest.spyOn(URL, "revokeObjectURL").mockReturnValue();
    let isSaved = false;
    void saveFile("card.png", new Blob(["bytes"])).then(() => (isSaved = true));
    expect(clicks).toEqual(["blob:picture as card.png"]);
    await pass(999);
    expect([revoke.mock.calls, isSaved]).toEqual([[], false]);
    await pass(1);
    expect([revoke.mock.calls, isSaved]).toEqual([[["blob:picture"]], true]);
    close();
  });
});

describe("a line of text in a font", () => {
  let page: TestPage;
  let service: TestService;

  beforeEach(() => {
    page = openPage();
    service = openService();
    service.on("POST /templates/preview", () => new Response("a picture"));
  });
  afterEach(() => {
    service.close();
    page.close();
  });

  test("is drawn by the service, twice as large as it is shown, without a background", async () => {
    const { drawText } = await import("../../src/service/draw-text.js");
    const text = { text: "Hamburg", family: "Own", src: "/uploads/own.ttf", color: "#111111" };
    const picture = await drawText(text, new AbortController().signal);
    expect([picture.type, await picture.text()]).toEqual(["image/webp", "a picture"]);
    expect(service.requests[0]?.body).toEqual({
      document: {
        name: "Sample",
        width: 560,
        height: 48,
        fonts: [{ family: "Own", src: "/uploads/own.ttf" }],
        layers: [
          {
            id: "text",
            type: "text",
            x: 0,
            y: 0,
            width: 560,
            height: 48,
            text: "Hamburg",
            color: "#111111",
            font_family: "Own",
            font_size: 26,
            max_lines: 1,
            vertical_align: "middle",
          },
        ],
      },
      format: "webp",
      scale: 2,
      transparent: true,
    });
  });

  test("needs no file for a built-in family", async () => {
    const { drawText } = await import("../../src/service/draw-text.js");
    await drawText({ text: "Hamburg", family: "Inter", color: "#111111" }, new AbortController().signal);
    expect((service.requests[0]?.body as { readonly document: object }).document).not.toHaveProperty("fonts");
  });
});
