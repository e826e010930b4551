import { expect, test } from "@jest/globals";
import { textRoom } from "../../src/text/text-room.js";

const BOX = { x: 10, y: 20, width: 100, height: 60, padding: 5, border_width: 3 };

test("letters have the room inside the border and the padding on all four sides", () => {
  expect(textRoom(BOX)).toEqual({ x: 18, y: 28, width: 84, height: 44 });
});

test("letters have at least one pixel, even if border and padding fill the box", () => {
  expect(textRoom({ ...BOX, padding: 40 })).toMatchObject({ width: 14, height: 1 });
  expect(textRoom({ ...BOX, padding: 90 })).toMatchObject({ width: 1, height: 1 });
});
