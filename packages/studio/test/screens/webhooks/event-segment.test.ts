import { expect, test } from "@jest/globals";
import { fromSegment, toSegment } from "../../../src/screens/webhooks/event-segment.js";

test.each(["3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31.done", "3d5b1c0e.credits.2026-11.80"])(
  "the address of the event %s has no dot, which the edge would take for a file, and leads back to it",
  (eventId) => {
    expect(toSegment(eventId)).not.toContain(".");
    expect(fromSegment(toSegment(eventId))).toBe(eventId);
  },
);

test("an ID that was pasted into the address is found too", () => {
  expect(fromSegment("3d5b1c0e.done")).toBe("3d5b1c0e.done");
});
