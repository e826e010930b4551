import type { WebhookDelivery } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { useLiveAttempts } from "../../../src/screens/webhooks/service/use-live-attempts.js";
import { pass } from "../../support/clock.js";
import { openPage } from "../../support/page.js";
import { json } from "../../support/service.js";
import { leave, leaveAll, show } from "../../support/shown-hooks.js";
import { usePage } from "../../support/use-page.js";

// The modules read the address when they are loaded.
const first = openPage();
const deliveries = await import("../../../src/screens/webhooks/service/use-deliveries.js");
const { sendTestEvent } = await import("../../../src/screens/webhooks/service/webhook-routes.js");
const { eventPath } = await import("../../../src/screens/webhooks/event-path.js");
const { forgetAll } = await import("../../../src/service/resources.js");
const { readSession } = await import("../../../src/session/session.js");
first.close();

const current = usePage(forgetAll);

const delivery = (eventId: string, fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId,
  event: "render.completed",
  occurredAt: "2026-03-02T09:29:00.000Z",
  url: "https://hooks.example.com/renders",
  status: "delivered",
  attempts: [],
  ...fields,
});

describe("what the pages about webhooks read", () => {
  test("endpoints are read only with the scope for them", async () => {
    current.service.on("GET /session", () => ({ workspaceId: "w-1", scopes: ["render"] }));
    current.service.on("GET /webhooks/endpoints", () => ({ endpoints: [{ id: "e-1" }] }));
    await readSession();
    const without = await show(() => deliveries.useEndpoints());
    expect(without.result.data).toEqual([]);
    await leaveAll();
    current.service.on("GET /session", () => ({ workspaceId: "w-2", scopes: ["admin"] }));
    await readSession();
    const allowed = await show(() => deliveries.useEndpoints());
    expect(allowed.result.data).toEqual([{ id: "e-1" }]);
  });

  test("the log is read 100 deliveries at once, and filtered", async () => {
    current.service.on("GET /webhooks/deliveries", () => ({
      deliveries: [delivery("a"), delivery("b", { endpointId: "e-1" })],
    }));
    const filter = { status: "failed", target: "e-1", event: undefined } as const;
    const hook = await show(() => deliveries.useDeliveries(filter));
    expect(hook.result.data?.items.map(({ eventId }) => eventId)).toEqual(["b"]);
    expect(current.service.calls()).toEqual(["GET /webhooks/deliveries?status=failed&limit=100"]);
  });

  test("the deliveries of a render are read again when its status changes", async () => {
    current.service.on("GET /renders/r-1/webhook", () => ({ deliveries: [delivery("a")] }));
    let status: "queued" | "done" = "queued";
    const hook = await show(() => deliveries.useRenderDeliveries("r-1", status));
    expect(hook.result.data).toEqual([delivery("a")]);
    status = "done";
    hook.again();
    await pass(100);
    expect(current.service.requests).toHaveLength(2);
  });

  test("an event has a page, and a test event can be sent", async () => {
    current.service.on("GET /webhooks/events/{id}", ({ path }) => ({ path }));
    current.service.on("POST /webhooks/endpoints/e-1/test", () => json(202, { eventId: "x.test" }));
    const hook = await show(() => deliveries.useEvent("x.test"));
    expect(hook.result.data).toEqual({ path: "/webhooks/events/x.test" });
    expect(await sendTestEvent("e-1")).toBe("x.test");
    expect(eventPath("x.test")).toMatch(/^\/studio\/webhooks\/events\/[^/.]+$/);
  });
});

describe("the attempts that are shown", () => {
  /** Shows deliveries, and counts how often they are read. */
  async function shown(start: readonly WebhookDelivery[] | undefined, { isExpected = false } = {}) {
    const state = { deliveries: start, isExpected, reads: 0 };
    const hook = await show(() =>
      useLiveAttempts(
        state.deliveries,
        async () => {
          state.reads++;
        },
        state.isExpected,
      ),
    );
    const change = async (to: Partial<typeof state>) => {
      Object.assign(state, to);
      hook.again();
      await pass(100);
    };
    return { state, hook, change };
  }
  const failed = (at: string) => ({ at, error: "no", durationMs: 1 });
  const PENDING = delivery("a", { status: "pending", nextAttemptAt: "2026-03-02T09:30:10.000Z" });

  test("are not read again while nothing is about to happen", async () => {
    let reads = 0;
    await show(() =>
      useLiveAttempts([delivery("a")], async () => {
        reads++;
      }),
    );
    await pass(10_000);
    expect(reads).toBe(0);
  });

  test("are read every second while an attempt is due soon, if the tab is visible", async () => {
    const { state, hook, change } = await shown([PENDING]);
    await pass(2_000);
    expect(state.reads).toBe(2);
    current.page.document.visibilityState = "hidden";
    await pass(3_000);
    expect(state.reads).toBe(2);
    current.page.document.visibilityState = "visible";
    await change({ deliveries: [delivery("a")] });
    await pass(3_000);
    expect(state.reads).toBe(2);
    await change({ deliveries: [PENDING] });
    await pass(1_000);
    expect(state.reads).toBe(3);
    await leave(hook);
    await pass(3_000);
    expect(state.reads).toBe(3);
  });

  test("are read while a delivery is expected that is not in the log yet", async () => {
    const { state, change } = await shown(undefined, { isExpected: true });
    await pass(1_000);
    expect(state.reads).toBe(1);
    await change({ isExpected: false });
    await pass(3_000);
    expect(state.reads).toBe(1);
  });

  test("are read after something was sent again, until a new attempt is there", async () => {
    const old = delivery("a", { status: "failed", attempts: [failed("2026-03-02T09:29:00.000Z")] });
    const { state, hook, change } = await shown([old]);
    hook.result();
    await pass(2_100);
    expect(state.reads).toBe(2);
    const attempts = [...old.attempts, failed("2026-03-02T09:30:02.000Z")];
    await change({ deliveries: [{ ...old, attempts }] });
    await pass(5_000);
    expect(state.reads).toBe(2);
  });

  test("are read for one minute at most if no attempt is made", async () => {
    const { state, hook } = await shown([delivery("a")]);
    hook.result();
    await pass(59_000);
    const { reads } = state;
    expect(reads).toBeGreaterThanOrEqual(58);
    await pass(2_000);
    const last = state.reads;
    await pass(10_000);
    expect(state.reads).toBe(last);
  });
});
