/** The text beside the canvas and the document of the canvas: each follows the other, and no change is lost. */
import { describe, expect, test } from "@jest/globals";
import { ChangeSet } from "@codemirror/state";
import fc from "fast-check";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import { TextSync } from "../../src/screens/editor/json/text-sync.js";
import { CARD, documents } from "./documents.js";

const fresh = (): EditedDocument => structuredClone(CARD);

/** Replaces a part of the text that is shown, as typing does. */
function type(sync: TextSync, before: string, after: string): EditedDocument | undefined {
  const text = sync.shown.toString();
  const from = text.indexOf(before);
  return sync.typed(ChangeSet.of({ from, to: from + before.length, insert: after }, text.length));
}

describe("typing", () => {
  test("a valid text is a document that shares its unchanged layers with the one before", () => {
    const document = fresh();
    const typed = type(new TextSync(document), '"Title"', '"Typed"');
    expect(typed?.layers[1]).toMatchObject({ text: "Typed" });
    expect(typed?.layers[0]).toBe(document.layers[0]);
  });

  test("white space alone changes no document", () => {
    const document = fresh();
    expect(type(new TextSync(document), '"width": 1200', '"width":     1200')).toBe(document);
  });

  test("an invalid text is not a document and names its problem, and a completed one is a document again", () => {
    const sync = new TextSync(fresh());
    expect(type(sync, '"width": 1200', '"width": ')).toBeUndefined();
    expect(sync.problem).toMatchObject({ syntax: { problem: "value" } });
    expect(type(sync, '"width": ', '"width": 800')).toMatchObject({ width: 800 });
    expect(sync.problem).toBeUndefined();
  });

  test("a text without layers is JSON, but no document, and its problem is at the path", () => {
    const sync = new TextSync(fresh());
    expect(type(sync, '"layers"', '"others"')).toBeUndefined();
    expect(sync.problem).toMatchObject({ shape: { path: "layers", problem: "layers" } });
  });
});

describe("following the canvas", () => {
  test("a change of the document changes only its place in the text", () => {
    const document = fresh();
    const sync = new TextSync(document);
    const before = sync.shown.toString();
    const changes = sync.follow(setAttributes(document, ["title"], { x: 99 }))?.changes;
    const touched: string[] = [];
    changes?.iterChanges((from, to) => touched.push(before.slice(from, to)));
    expect(touched).toEqual(["72"]);
    expect(JSON.parse(sync.shown.toString())).toMatchObject({ layers: [{}, { x: 99 }, {}] });
  });

  test("what was typed and is not valid yet stays while the canvas changes something else, and neither is lost", () => {
    const document = fresh();
    const sync = new TextSync(document);
    type(sync, '"text": "Title"', '"text": "Ti');
    sync.follow(setAttributes(document, ["author"], { x: 7 }));
    expect(sync.shown.toString()).toContain('"text": "Ti\n');
    expect(sync.problem).toBeDefined();
    const typed = type(sync, '"text": "Ti\n', '"text": "Times"\n');
    expect(typed?.layers[1]).toMatchObject({ text: "Times" });
    expect(typed?.layers[2]?.children?.[0]).toMatchObject({ x: 7 });
  });

  test("going back to a document restores the formatting that its text had", () => {
    const document = fresh();
    const sync = new TextSync(document);
    const typed = type(sync, '"width": 1200,\n  "height": 630', '"height": 630, "width":    900');
    const written = sync.shown.toString();
    expect(typed).toMatchObject({ width: 900 });
    sync.follow(document);
    expect(sync.shown.toString()).toContain('"width": 1200,\n  "height": 630');
    if (typed !== undefined) sync.follow(typed);
    expect(sync.shown.toString()).toBe(written);
  });

  test("the text has the document after any sequence of documents", () => {
    fc.assert(
      fc.property(documents, fc.array(documents, { maxLength: 5 }), (first, others) => {
        const sync = new TextSync(first);
        for (const next of [...others, first]) {
          const before = sync.shown;
          const followed = sync.follow(next);
          expect(followed?.changes.apply(before).eq(sync.shown) ?? true).toBe(true);
          expect(JSON.parse(sync.shown.toString())).toEqual(next);
        }
      }),
      { seed: 9, numRuns: 80 },
    );
  });
});

test("taking an invalid text back shows the valid one, and repeating shows the invalid one again", () => {
  const sync = new TextSync(fresh());
  const valid = sync.shown;
  type(sync, '"width": 1200', '"width": 12,,');
  const invalid = sync.shown;
  expect(sync.takeBack()?.apply(invalid).eq(valid)).toBe(true);
  expect(sync.problem).toBeUndefined();
  const again = sync.repeat();
  expect(again?.apply(valid).eq(invalid)).toBe(true);
  if (again !== undefined) sync.typed(again);
  expect(sync.problem).toBeDefined();
  expect(sync.shown.eq(invalid)).toBe(true);
});
