/** The picture in parts while layers move: when it is shown, and when it is released. */
import { afterEach, expect, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import type { DraftPicture, DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import type { DraftParts } from "../../src/screens/editor/preview/draw-draft.js";
import { MovingParts } from "../../src/screens/editor/preview/moving-parts.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { openPictures, removeStandIns, untilQuiet } from "../support/editor-page.js";
import { CARD } from "./documents.js";

afterEach(removeStandIns);

const moved = (x: number): EditedDocument => setAttributes(CARD, ["title"], { x });
const partOf = (address: string) => ({ address, x: 0, y: 0, width: 1, height: 1 });
const PARTS: DraftParts = { below: partOf("below"), chosen: partOf("chosen"), above: undefined };
const ids = new Set(["title", "photo"]);

/** Follows the movement of layers. `answer` is what the service says to the next request for parts. */
function follow() {
  const { held } = openPictures();
  for (const address of ["below", "chosen"]) held.set(address, new Blob());
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  const picture = signal<DraftPicture | undefined>(undefined);
  const error = signal<Error | undefined>(undefined);
  const splits: (readonly string[])[] = [];
  let answer: (parts: DraftParts | undefined) => void = () => undefined;
  const split = async (_: EditedDocument, layers: readonly string[]): Promise<DraftParts | undefined> => {
    splits.push(layers);
    return await new Promise((resolve) => (answer = resolve));
  };
  const parts = new MovingParts();
  const end = parts.follow(state, { picture, error, split } as unknown as DraftPreview);
  const respond = async (value: DraftParts | undefined): Promise<void> => {
    answer(value);
    await untilQuiet();
  };
  const show = (document: EditedDocument): void => {
    picture.value = { address: "new", document, isExact: false };
  };
  const move = (x: number): void => {
    state.moving.value = { ids, document: CARD, by: { x, y: 0 } };
    state.gesture.value = moved(x);
  };
  const drop = (): void => {
    const document = state.gesture.value;
    if (document !== undefined) state.change("Move", () => document);
    state.moving.value = undefined;
  };
  return { parts, state, error, splits, held, end, respond, show, move, drop };
}

test("layers that move have a picture of their own that follows the pointer, for which the service is asked once", async () => {
  const { parts, splits, respond, move } = follow();
  move(1);
  move(2);
  expect(parts.shown.value).toBeUndefined();
  await respond(PARTS);
  expect(parts.shown.value).toEqual({ parts: PARTS, by: { x: 2, y: 0 } });
  move(3);
  expect(parts.shown.value).toEqual({ parts: PARTS, by: { x: 3, y: 0 } });
  expect(splits).toEqual([["title", "photo"]]);
});

test("layers that have moved stay where they are dropped until the new picture is there", async () => {
  const { parts, state, held, respond, show, move, drop } = follow();
  show(CARD);
  move(5);
  await respond(PARTS);
  drop();
  expect(parts.shown.value?.by).toEqual({ x: 5, y: 0 });
  expect(held.size).toBe(2);
  show(state.document.value);
  expect(parts.shown.value).toBeUndefined();
  expect(held.size).toBe(0);
});

test("layers keep their own picture while they move, even if the picture of their new place is there", async () => {
  const { parts, state, respond, show, move } = follow();
  move(5);
  await respond(PARTS);
  show(state.document.value);
  expect(parts.shown.value?.parts).toBe(PARTS);
});

test("layers have no picture of their own any more after an error, or when their movement is taken back", async () => {
  const { parts, state, error, respond, move, drop } = follow();
  move(5);
  await respond(PARTS);
  drop();
  error.value = new Error("It failed.");
  expect(parts.shown.value).toBeUndefined();
  error.value = undefined;

  state.moving.value = { ids, document: state.document.value, by: { x: 1, y: 0 } };
  await respond(PARTS);
  expect(parts.shown.value).toBeDefined();
  state.moving.value = undefined;
  expect(parts.shown.value).toBeUndefined();
});

test("layers have no picture of their own if they cannot move alone", async () => {
  const { parts, splits, respond, move } = follow();
  move(5);
  await respond(undefined);
  move(6);
  expect(parts.shown.value).toBeUndefined();
  expect(splits.length).toBe(1);
});

test("a picture of layers is released if it arrives after their movement, or if the editor is closed", async () => {
  const late = follow();
  late.move(5);
  late.drop();
  late.show(late.state.document.value);
  await late.respond(PARTS);
  expect(late.parts.shown.value).toBeUndefined();
  expect(late.held.size).toBe(0);

  const closed = follow();
  closed.move(5);
  await closed.respond(PARTS);
  closed.end();
  expect(closed.held.size).toBe(0);
  closed.move(6);
  expect(closed.splits.length).toBe(1);
});
