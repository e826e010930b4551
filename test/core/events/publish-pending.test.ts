import { describe, expect, test } from "@jest/globals";
import type { ServiceEvent } from "../../../core/contract/events.js";
import { type OutboxEntry, publishPending } from "../../../core/events/publish-pending.js";
import { creditsEventOf } from "../../../core/billing/low-credits.js";
import { START_MS, WORKSPACE } from "../../support/render-fixture.js";

const credits = { granted: 100, spent: 80, remaining: 20 };
const EVENTS = ([80, 100] as const).map((threshold) =>
  creditsEventOf({ workspaceId: WORKSPACE, month: "2026-11", threshold, credits, atMs: START_MS }),
);

function setUp(publishedAtMs?: number) {
  const steps: string[] = [];
  const entry: OutboxEntry = {
    publishedAtMs,
    events: () => EVENTS,
    markPublished: async (nowMs) => void steps.push(`marked at ${nowMs}`),
  };
  const dependencies = {
    events: { publish: async ({ eventId }: ServiceEvent) => void steps.push(eventId) },
    now: () => START_MS,
  };
  return { steps, entry, dependencies };
}

describe("the outbox of events", () => {
  const IDS = [`${WORKSPACE}.credits.2026-11.80`, `${WORKSPACE}.credits.2026-11.100`];

  test("the events of an item are published in their order, and the item is marked afterwards", async () => {
    const { steps, entry, dependencies } = setUp();
    await publishPending(dependencies, entry);
    expect(steps).toEqual([...IDS, "marked at 1793534400000"]);
  });

  test("an item that is marked as published publishes nothing, and its events are not even looked for", async () => {
    const { steps, entry, dependencies } = setUp(START_MS - 1);
    await publishPending(dependencies, {
      ...entry,
      events: () => {
        throw new Error("The events were looked for.");
      },
    });
    expect(steps).toEqual([]);
  });

  test("an item is not marked if the bus refuses one of its events, and the next call publishes all of them", async () => {
    const { steps, entry, dependencies } = setUp();
    let calls = 0;
    const broken = {
      ...dependencies,
      events: {
        publish: async (event: ServiceEvent) => {
          calls += 1;
          if (calls === 2) throw new Error("The bus is down.");
          await dependencies.events.publish(event);
        },
      },
    };
    await expect(publishPending(broken, entry)).rejects.toThrow("The bus is down.");
    expect(steps).toEqual(IDS.slice(0, 1));
    await publishPending(broken, entry);
    expect(steps.slice(1)).toEqual([...IDS, "marked at 1793534400000"]);
  });
});
