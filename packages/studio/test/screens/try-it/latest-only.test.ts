import { expect, test } from "@jest/globals";
import { LatestOnly } from "../../../src/screens/try-it/preview/latest-only.js";

test("one task runs at a time, at most one input waits, and it is the latest", async () => {
  const started: string[] = [];
  let finish: () => void = () => undefined;
  const queue = new LatestOnly<string>((input) => {
    started.push(input);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  for (const text of ["H", "He", "Hel", "Hello"]) queue.push(text);
  expect(started).toEqual(["H"]);
  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toEqual(["H", "Hello"]);
  queue.push("Hello!");
  queue.clear();
  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toEqual(["H", "Hello"]);
});
