import { expect, test } from "@jest/globals";
import { shareOfProcesses } from "../../src/functions/share-of-processes.js";

test.each([
  { processes: 2, own: 20, maximums: [20, 20, 10, 4], share: 2 },
  { processes: 2, own: 10, maximums: [20, 20, 10, 4], share: 1 },
  { processes: 2, own: 4, maximums: [20, 20, 10, 4], share: 1 },
  { processes: 8, own: 4, maximums: [20, 20, 10, 4], share: 2 },
  { processes: 8, own: 3, maximums: [3], share: 3 },
  { processes: 1, own: 2, maximums: [2, 20], share: 1 },
])("an event source with the maximum $own of $maximums may use $share of $processes processes", (given) => {
  expect(shareOfProcesses(given.processes, given.own, given.maximums)).toBe(given.share);
});
