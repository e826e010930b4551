import { describe, expect, test } from "@jest/globals";
import { durationOf, picturePath, sentenceFor, stateOf } from "../../../src/screens/renders/describe-render.js";
import { renderWith } from "./render-fixture.js";

describe("the state of a render", () => {
  test("a render that is done says how long it took and what it cost", () => {
    expect(sentenceFor(renderWith())).toBe("Done in 214 ms · 1 credit");
  });

  test("a queued render is waiting until its first attempt, and then it is rendering", () => {
    expect(stateOf(renderWith({ status: "queued", attempts: 0 }))).toBe("queued");
    expect(sentenceFor(renderWith({ status: "queued", attempts: 1 }))).toBe("Rendering");
    expect(sentenceFor(renderWith({ status: "queued", attempts: 2 }))).toBe("Rendering, attempt 2");
  });

  test("a failed render says that its credit was refunded", () => {
    const failed = renderWith({ status: "failed", attempts: 3, error: "The host a.example does not exist." });
    expect(stateOf(failed)).toBe("failed");
    expect(sentenceFor(failed)).toBe("Failed after 3 attempts · the credit was refunded");
  });

  test("a canceled render is not called failed", () => {
    const canceled = renderWith({ status: "failed", attempts: 0, error: "The render was canceled." });
    expect(stateOf(canceled)).toBe("canceled");
    expect(sentenceFor(canceled)).toBe("Canceled · the credit was refunded");
  });

  test("a render whose picture was moved to the archive is archived", () => {
    const archived = renderWith({ archivedAt: "2026-06-01T00:00:00.000Z" });
    expect(stateOf(archived)).toBe("archived");
    expect(sentenceFor(archived)).toBe("Done in 214 ms · 1 credit · archived");
  });

  test("the duration is never negative, whatever the clocks of two functions say", () => {
    expect(durationOf(renderWith({ finishedAt: "2026-03-02T09:29:59.000Z" }))).toBe(0);
    expect(durationOf(renderWith({ status: "queued", finishedAt: undefined as never }))).toBeUndefined();
  });

  test("the picture is read from the origin of the page, with the signature of its address", () => {
    const assetUrl = "https://images.example.com/api/v1/renders/3d5b/asset?sig=k1.png.8J";
    expect(picturePath({ assetUrl })).toBe("/api/v1/renders/3d5b/asset?sig=k1.png.8J");
    expect(picturePath({})).toBeUndefined();
  });
});
