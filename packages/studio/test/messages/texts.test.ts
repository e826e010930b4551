import { describe, expect, test } from "@jest/globals";
import { batchDownload, batchPage } from "../../src/messages/en/batches.js";
import { shell } from "../../src/messages/en/common.js";
import { editorJson } from "../../src/messages/en/editor-json.js";
import { editorPaint } from "../../src/messages/en/editor-paint.js";
import { importSvg } from "../../src/messages/en/import-svg.js";
import { operations } from "../../src/messages/en/operations.js";
import { renderList, renderSentences } from "../../src/messages/en/renders.js";
import { templates } from "../../src/messages/en/templates.js";
import { tryIt } from "../../src/messages/en/try-it.js";
import { usage } from "../../src/messages/en/usage.js";
import { deliveryTexts, recoverTexts } from "../../src/messages/en/webhooks.js";

describe("the texts of lists", () => {
  test("say whether there is more than is shown", () => {
    expect([shell.count("60", true), shell.count("60", false)]).toEqual(["60+", "60"]);
    expect([renderList.shown(50, true), renderList.shown(1, false)]).toEqual(["The newest 50", "1 render"]);
    expect([deliveryTexts.shown(50, true), deliveryTexts.shown(2, false)]).toEqual(["The newest 50", "2 deliveries"]);
  });

  test("say why a gallery is empty", () => {
    expect(templates.none.filtered(undefined)).toBe("No templates in this project");
    expect(templates.none.filtered("card")).toBe("No template’s name contains “card”");
  });
});

describe("the texts about renders and batches", () => {
  test("name an attempt only after the first one", () => {
    expect([renderSentences.running(1), renderSentences.running(2)]).toEqual(["Rendering", "Rendering, attempt 2"]);
    expect([renderSentences.failed(0), renderSentences.failed(1), renderSentences.failed(3)]).toEqual([
      "Failed before the first attempt",
      "Failed after 1 attempt",
      "Failed after 3 attempts",
    ]);
  });

  test("name the rows and the parts of a batch", () => {
    expect([batchPage.part(7, 7), batchPage.part(1, 7)]).toEqual(["Row 7", "Rows 1–7"]);
    expect(batchDownload.part(1, 1, "3 pictures")).toBe("3 pictures");
    expect(batchDownload.part(1, 2, "3 pictures")).toBe("Part 1 of 2: 3 pictures");
    expect(batchPage.csvName("people.xlsx")).toBe("people results.csv");
  });

  test("say what became of deliveries that were sent again", () => {
    expect(recoverTexts.done(0)).toMatch(/^No delivery has failed since then\./);
    expect(recoverTexts.done(1)).toBe("1 delivery sent again.");
  });

  test("name failures and refunds only if there were some", () => {
    expect([operations.hour("10:00", 5, 0), operations.hour("10:00", 1, 1)]).toEqual([
      "10:00: 5 pictures",
      "10:00: 1 picture, 1 failed",
    ]);
    expect([usage.barLabel("March 2", 5, 0), usage.barLabel("March 2", 1, 1)]).toEqual([
      "March 2: 5 credits",
      "March 2: 1 credit, 1 refunded",
    ]);
  });

  test("name a default and the rows of a table", () => {
    expect([tryIt.defaultChoice(""), tryIt.defaultChoice("png")]).toEqual(["Default", "Default (png)"]);
    expect([tryIt.rowsOf("Guests", 1, undefined), tryIt.rowsOf("Guests", 1, 8)]).toEqual([
      "Guests, 1 row",
      "Guests, 1 of 8 rows",
    ]);
    expect([tryIt.renderDone(undefined), tryIt.renderDone(214)]).toEqual(["Done", "Done in 214 ms"]);
  });
});

describe("the texts of the editor", () => {
  test("describe the numbers and words that an attribute can have", () => {
    expect([
      editorJson.number(0, 1),
      editorJson.number(0, undefined),
      editorJson.number(undefined, 1),
      editorJson.number(undefined, undefined),
    ]).toEqual(["a number from 0 to 1", "a number of at least 0", "a number of at most 1", "a number"]);
    const words = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    expect(editorJson.words(words.slice(0, 8))).toBe('"a", "b", "c", "d", "e", "f", "g", "h"');
    expect(editorJson.words(words)).toBe("one of 9 words");
  });

  test("write shares as whole percent", () => {
    expect(editorPaint.percent(0.256)).toBe("26 %");
    expect(editorPaint.place(0.9, 0.804)).toBe("90 % from the left, 80 % from the top");
  });

  test("name the line of an SVG if it is known", () => {
    expect(importSvg.unreadable(undefined, "It is empty.")).toBe("The SVG cannot be read: It is empty.");
    expect(importSvg.unreadable(3, "It is open.")).toBe("The SVG cannot be read. Line 3: It is open.");
  });
});
