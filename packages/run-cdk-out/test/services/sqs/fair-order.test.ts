import { describe, expect, test } from "@jest/globals";
import { type GroupState, nextGroup } from "../../../src/services/sqs/fair-order.js";

const NOW = 10_000_000;

/** Returns a group whose oldest message has waited for that many seconds. */
function group(groupId: string, change: Partial<GroupState> & { waitsSeconds: number }): GroupState {
  const { waitsSeconds, ...rest } = change;
  const readySinceMs = NOW - waitsSeconds * 1_000;
  return { groupId, ready: 1, inFlight: 0, workMs: 0, readySinceMs, firstSequence: 1, lastSentMs: NOW, ...rest };
}

describe("the order of fair queues", () => {
  test("returns no group when no message is ready", () => {
    expect(nextGroup([group("a", { waitsSeconds: 9, ready: 0, inFlight: 4 })], NOW)).toBeUndefined();
  });

  test("takes the oldest message first while all groups are quiet", () => {
    expect(nextGroup([group("young", { waitsSeconds: 1 }), group("old", { waitsSeconds: 9 })], NOW)).toBe("old");
  });

  test("takes the message of a quiet group before older messages of a group with over 10 % of the processing time", () => {
    const busy = group("busy", { waitsSeconds: 9, workMs: 101 });
    const rest = group("rest", { waitsSeconds: 0, ready: 0, workMs: 899 });
    expect(nextGroup([busy, rest, group("quiet", { waitsSeconds: 1 })], NOW)).toBe("quiet");
    const fair = group("fair", { waitsSeconds: 9, workMs: 100 });
    expect(nextGroup([fair, { ...rest, workMs: 900 }, group("quiet", { waitsSeconds: 1 })], NOW)).toBe("fair");
  });

  test("takes the message of a quiet group before older messages of a group with 30 messages and over 10 % in flight", () => {
    const quiet = group("quiet", { waitsSeconds: 1 });
    expect(nextGroup([group("many", { waitsSeconds: 9, inFlight: 30 }), quiet], NOW)).toBe("quiet");
    expect(nextGroup([group("some", { waitsSeconds: 9, inFlight: 29 }), quiet], NOW)).toBe("some");
  });

  test("takes the noisy group with the fewest messages in flight when no quiet group waits", () => {
    const many = group("many", { waitsSeconds: 9, workMs: 500, inFlight: 3 });
    const few = group("few", { waitsSeconds: 1, workMs: 500, inFlight: 2 });
    expect(nextGroup([many, few], NOW)).toBe("few");
  });

  test("treats a group that has sent nothing for five minutes as quiet", () => {
    const busy = group("busy", { waitsSeconds: 400, workMs: 500, lastSentMs: NOW - 300_000 });
    expect(nextGroup([busy, group("quiet", { waitsSeconds: 1 })], NOW)).toBe("busy");
    expect(nextGroup([{ ...busy, lastSentMs: NOW - 299_999 }, group("quiet", { waitsSeconds: 1 })], NOW)).toBe("quiet");
  });

  test("never treats messages without a group as noisy, because each is a tenant of its own", () => {
    const none = group("", { waitsSeconds: 9, workMs: 1_000, inFlight: 40 });
    expect(nextGroup([none, group("quiet", { waitsSeconds: 1 })], NOW)).toBe("");
  });
});
