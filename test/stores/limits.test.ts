import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createLimitsTable, type LimitStore } from "../../aws/limits-table.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryLimits } from "../support/in-memory-limits.js";
import { START_MS } from "../support/render-fixture.js";

const EXPIRES_AT_MS = START_MS + 60_000;

describeOnTables<{ limits: LimitStore }>(
  "limits",
  {
    inMemory: () => ({ limits: createInMemoryLimits() }),
    adapter: ({ client, names }) => ({ limits: createLimitsTable(client, names.Limits) }),
  },
  (stores) => {
    test("restarting a new token bucket sets its time", async () => {
      const id = randomUUID();
      expect(await stores().limits.restart(id, 1_000, 0)).toEqual({ written: true, fullAtMs: 1_000 });
    });

    test("restarting a token bucket replaces an earlier time, and returns the stored time if it is not earlier", async () => {
      const { limits } = stores();
      const id = randomUUID();
      await limits.restart(id, 1_000, 0);
      expect(await limits.restart(id, 5_000, 1_000)).toEqual({ written: false, fullAtMs: 1_000 });
      expect(await limits.restart(id, 5_000, 1_001)).toEqual({ written: true, fullAtMs: 5_000 });
    });

    test("extending a token bucket adds to a time within the range, including both ends", async () => {
      const { limits } = stores();
      const id = randomUUID();
      await limits.restart(id, 1_000, 0);
      expect(await limits.extend(id, 250.5, 1_000, 2_000)).toEqual({ written: true, fullAtMs: 1_250.5 });
      expect(await limits.extend(id, 100, 0, 1_250.5)).toEqual({ written: true, fullAtMs: 1_350.5 });
    });

    test("extending a token bucket returns a time outside of the range unchanged", async () => {
      const { limits } = stores();
      const id = randomUUID();
      await limits.restart(id, 1_000, 0);
      expect(await limits.extend(id, 100, 1_001, 2_000)).toEqual({ written: false, fullAtMs: 1_000 });
      expect(await limits.extend(id, 100, 0, 999)).toEqual({ written: false, fullAtMs: 1_000 });
    });

    test("extending a missing token bucket does not create it", async () => {
      const { limits } = stores();
      const id = randomUUID();
      const missing = { written: false, fullAtMs: undefined };
      expect(await limits.extend(id, 100, 0, 5_000)).toEqual(missing);
      expect(await limits.extend(id, 100, 0, 5_000)).toEqual(missing);
    });

    test("20 concurrent extensions of a token bucket are all counted", async () => {
      const { limits } = stores();
      const id = randomUUID();
      await limits.restart(id, 1_000, 0);
      await Promise.all(Array.from({ length: 20 }, () => limits.extend(id, 10, 0, 10_000)));
      expect(await limits.extend(id, 1, 0, 0)).toEqual({ written: false, fullAtMs: 1_200 });
    });

    test("a slot is taken once, and is free again after its time or when its token frees it", async () => {
      const { limits } = stores();
      const id = randomUUID();
      const tokens = ["a", "b", "c", "d"];
      const taken = await Promise.all(tokens.map((token) => limits.takeSlot(id, token, 1_000, 5_000)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const holder = tokens[taken.indexOf(true)] ?? "";
      expect(await limits.takeSlot(id, "e", 4_999, 9_000)).toBe(false);
      await limits.freeSlot(id, "another token");
      expect(await limits.takeSlot(id, "e", 4_999, 9_000)).toBe(false);
      await limits.freeSlot(id, holder);
      expect(await limits.takeSlot(id, "e", 4_999, 9_000)).toBe(true);
      expect(await limits.takeSlot(id, "f", 9_000, 12_000)).toBe(true);
    });

    test("the list of free slots contains those that were never taken, were freed, or whose time is over", async () => {
      const { limits } = stores();
      const [never, freed, over, taken] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
      await Promise.all([freed, taken].map((id) => limits.takeSlot(id, "a", 1_000, 9_000)));
      await limits.takeSlot(over, "a", 1_000, 5_000);
      await limits.freeSlot(freed, "a");
      expect(await limits.listFreeSlots([never, freed, over, taken], 4_999)).toEqual([never, freed]);
      expect(await limits.listFreeSlots([never, freed, over, taken], 5_000)).toEqual([never, freed, over]);
    });

    test("a quota counts up to its limit, even for concurrent requests", async () => {
      const { limits } = stores();
      const id = randomUUID();
      const counted = await Promise.all(Array.from({ length: 8 }, () => limits.countWithin(id, 5, EXPIRES_AT_MS)));
      expect(counted.filter(Boolean)).toHaveLength(5);
      expect(await limits.countWithin(id, 5, EXPIRES_AT_MS)).toBe(false);
      expect(await limits.countWithin(id, 6, EXPIRES_AT_MS)).toBe(true);
      expect(await limits.countWithin(randomUUID(), 1, EXPIRES_AT_MS)).toBe(true);
    });

    test("a quota counts amounts up to its limit, lets the last one exceed it, and can be corrected", async () => {
      const { limits } = stores();
      const id = randomUUID();
      const amounts = await Promise.all(
        Array.from({ length: 6 }, () => limits.countWithin(id, 1_000, EXPIRES_AT_MS, 400)),
      );
      expect(amounts.filter(Boolean)).toHaveLength(3);
      expect(await limits.readCounters([id])).toEqual([1_200]);
      await limits.addTo(id, -350, EXPIRES_AT_MS);
      expect(await limits.countWithin(id, 1_000, EXPIRES_AT_MS, 400)).toBe(true);
      expect(await limits.readCounters([id])).toEqual([1_250]);
    });
  },
);
