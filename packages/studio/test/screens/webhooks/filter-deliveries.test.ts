import type { WebhookDelivery } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { readMatching, REQUESTS } from "../../../src/screens/webhooks/filter-deliveries.js";

const delivery = (eventId: string, fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId,
  event: "render.completed",
  occurredAt: "2026-03-02T09:30:00.000Z",
  url: "https://hooks.example.com/renders",
  status: "delivered",
  attempts: [],
  ...fields,
});
const ALL = { status: undefined, target: undefined, event: undefined };
const ids = (items: readonly WebhookDelivery[]) => items.map(({ eventId }) => eventId);

/** A log whose pages have one delivery each. */
function logOf(deliveries: readonly WebhookDelivery[]) {
  const read: (string | undefined)[] = [];
  const page = async (cursor: string | undefined) => {
    read.push(cursor);
    const index = Number(cursor ?? 0);
    const isLast = index + 1 >= deliveries.length;
    return { deliveries: deliveries.slice(index, index + 1), ...(!isLast && { nextCursor: String(index + 1) }) };
  };
  return { page, read };
}

describe("the log with filters", () => {
  test("finds the deliveries of one endpoint on several pages", async () => {
    const log = logOf([delivery("a", { endpointId: "x" }), delivery("b"), delivery("c", { endpointId: "x" })]);
    const found = await readMatching({ ...ALL, target: "x" }, undefined, log.page);
    expect(ids(found.items)).toEqual(["a", "c"]);
    expect(found.next).toBeUndefined();
  });

  test("finds the deliveries to the webhookUrl of requests", async () => {
    const log = logOf([delivery("a", { endpointId: "x" }), delivery("b")]);
    expect(ids((await readMatching({ ...ALL, target: REQUESTS }, undefined, log.page)).items)).toEqual(["b"]);
  });

  test("finds the deliveries of one event", async () => {
    const log = logOf([delivery("a"), delivery("b", { event: "render.failed" })]);
    expect(ids((await readMatching({ ...ALL, event: "render.failed" }, undefined, log.page)).items)).toEqual(["b"]);
  });

  test("stops after five requests without a match, and says where to continue", async () => {
    const log = logOf(Array.from({ length: 9 }, (_, index) => delivery(String(index))));
    const found = await readMatching({ ...ALL, target: "nowhere" }, "1", log.page);
    expect(log.read).toEqual(["1", "2", "3", "4", "5"]);
    expect(found).toEqual({ items: [], next: "6" });
  });

  test("reads no more pages when 25 deliveries match", async () => {
    const read: (string | undefined)[] = [];
    const page = (cursor: string | undefined) => {
      read.push(cursor ?? "first");
      const count = cursor === undefined ? 24 : 1;
      return Promise.resolve({ deliveries: Array.from({ length: count }, () => delivery("a")), nextCursor: "more" });
    };
    const found = await readMatching(ALL, undefined, page);
    expect([found.items.length, found.next, read]).toEqual([25, "more", ["first", "more"]]);
  });
});
