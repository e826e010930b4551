import { describe, expect, test } from "@jest/globals";
import { createSlots, createSlotTaker } from "../../../core/access/slots.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

function setUp() {
  const clock = { nowMs: START_MS };
  const limits = createInMemoryLimits();
  const calls = { takeSlot: 0, listFreeSlots: 0 };
  let tokens = 0;
  const takeSlot = createSlots({
    store: {
      ...limits,
      takeSlot: async (...args) => {
        calls.takeSlot += 1;
        return await limits.takeSlot(...args);
      },
      listFreeSlots: async (...args) => {
        calls.listFreeSlots += 1;
        return await limits.listFreeSlots(...args);
      },
    },
    name: "waits",
    now: () => clock.nowMs,
    newToken: () => `t${(tokens += 1)}`,
  });
  return { clock, calls, take: (slots: number) => takeSlot(WORKSPACE, { slots, holdMs: 1_000 }, silentLog) };
}

describe("the slots of a workspace", () => {
  test("every slot can be taken, and the next request is refused with the number of slots", async () => {
    const { take } = setUp();
    await Promise.all(Array.from({ length: 250 }, () => take(250)));
    await expect(take(250)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: "A workspace can have 250 waits at the same time. Wait until one of them has ended.",
      details: { retryAfterSeconds: 1 },
    });
  });

  test("a refusal costs one write and one read per 100 slots, not one write per slot", async () => {
    const { take, calls } = setUp();
    await Promise.all(Array.from({ length: 200 }, () => take(200)));
    Object.assign(calls, { takeSlot: 0, listFreeSlots: 0 });
    await expect(take(200)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(calls).toEqual({ takeSlot: 1, listFreeSlots: 2 });
  });

  test("a slot can be taken again when it is freed, and a late second free does not take it from its next holder", async () => {
    const { take } = setUp();
    const [free] = await Promise.all([take(2), take(2)]);
    await free();
    await take(2);
    await free();
    await expect(take(2)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("a smaller plan refuses new requests while the slots of the former plan are in use", async () => {
    const { take } = setUp();
    await Promise.all(Array.from({ length: 10 }, () => take(10)));
    await expect(take(2)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

test("work that can wait gets no error when every slot is taken, and is allowed when the store fails", async () => {
  const limits = createInMemoryLimits();
  const options = { store: limits, name: "webhooks", now: () => START_MS, newToken: () => "t" };
  const terms = { slots: 1, holdMs: 1_000 };
  const take = createSlotTaker(options);
  const free = await take(WORKSPACE, terms, silentLog);
  expect(await take(WORKSPACE, terms, silentLog)).toBeUndefined();
  await free?.();
  expect(await take(WORKSPACE, terms, silentLog)).toBeDefined();
  const down = () => Promise.reject(new Error("The table is down."));
  const failing = createSlotTaker({ ...options, store: { takeSlot: down, freeSlot: down, listFreeSlots: down } });
  const passed = await failing(WORKSPACE, terms, silentLog);
  await passed?.();
  expect(passed).toBeDefined();
});
