import { expect, test } from "@jest/globals";
import { sortNumbers } from "../../../src/document/svg/sort-numbers.js";
import { randomSource } from "../../oracle/random-source.js";

/** Returns the ascending numbers in a random order. */
function shuffled(ascending: readonly number[]): Float64Array {
  const random = randomSource(1);
  const numbers = [...ascending];
  for (let last = numbers.length - 1; last > 0; last--) {
    const other = random.whole(0, last);
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return Float64Array.from(numbers);
}

test.each([
  ["a few numbers", Array.from({ length: 50 }, (_, index) => index - 25)],
  ["thousands of whole ones", Array.from({ length: 9000 }, (_, index) => index - 4000)],
  ["thousands of fractions", Array.from({ length: 9000 }, (_, index) => (index - 4000) / 7)],
  ["thousands of any size", Array.from({ length: 9000 }, (_, index) => (index - 4500) ** 9 * 1e-12)],
  ["thousands that are mostly equal", Array.from({ length: 9000 }, (_, index) => Math.floor(index / 3000))],
  ["thousands that are all equal", Array.from({ length: 9000 }, () => 1.5)],
])("%s are sorted in ascending order", (_, ascending) => {
  expect([...sortNumbers(shuffled(ascending))]).toEqual(ascending);
});
