import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { ALL_EVENTS, CHOSEN_EVENTS, DIRECT_EVENTS, EVENTS, WEBHOOK_EVENTS } from "../../../core/contract/events.js";

describe("the events", () => {
  test("the list contains every event that a file of the folder defines, once", async () => {
    const files = readdirSync("core/contract/events").filter((name) => !["event.ts", "job-detail.ts"].includes(name));
    const modules = await Promise.all(
      files.map(async (name): Promise<unknown[]> => {
        return Object.values((await import(`../../../core/contract/events/${name}`)) as Record<string, unknown>);
      }),
    );
    const listed = [...ALL_EVENTS, ...DIRECT_EVENTS];
    const isListed = (value: unknown) => listed.some((event) => event === value);
    expect(modules.map((exported) => exported.filter(isListed).length)).toEqual(files.map(() => 1));
    expect(listed).toHaveLength(files.length);
    expect(new Set(listed.map(({ type }) => type)).size).toBe(files.length);
  });

  test.each(ALL_EVENTS.map((event) => [event.type, event] as const))(
    "the example of the event %s has the schema of its detail",
    (_type, { detail, example }) => {
      expect(detail.strict().safeParse(example()).error?.issues).toBeUndefined();
    },
  );

  test.each(EVENTS.map((event) => [event.type, event] as const))(
    "the detail of the event %s contains its type, so that a subscriber can read it without the envelope",
    (type, { example }) => {
      expect(example().type).toBe(type);
    },
  );

  test.each(CHOSEN_EVENTS.map((event) => [event.type, event] as const))(
    "a webhook about the event %s has a subject with an ID, and data with the schema of the event",
    (_type, { example, webhook }) => {
      expect(Object.values(example())).toContain(webhook.subjectIdOf(example()));
      expect(webhook.data().safeParse(webhook.example()).error?.issues).toBeUndefined();
      // The data of an event about a workspace is read from the event. For other events, it is the body of the subject.
      expect(webhook.dataOf?.(example())).toEqual(webhook.subject === "workspace" ? webhook.example() : undefined);
    },
  );

  test.each(CHOSEN_EVENTS.map((event) => [event.type, event] as const))(
    "the ID of the event %s is the ID of its subject and an end that no other event has, so that callers find it by its ID",
    (_type, { example, webhook }) => {
      const [subjectId, ...end] = example().eventId.split(".");
      expect(subjectId).toBe(webhook.subjectIdOf(example()));
      const found = WEBHOOK_EVENTS.filter((event) => event.webhook.idEnd.test(end.join(".")));
      expect(found.map((event) => event.webhook)).toEqual([webhook]);
    },
  );

  test.each(DIRECT_EVENTS.map((event) => [event.type, event] as const))(
    "the example of a webhook about the event %s has the schema of the event",
    (_type, { webhook }) => {
      expect(webhook.data().strict().safeParse(webhook.example()).error?.issues).toBeUndefined();
    },
  );

  test("an event that goes to one endpoint is not on the bus", () => {
    const types: readonly string[] = ALL_EVENTS.map(({ type }) => type);
    expect(DIRECT_EVENTS.filter(({ type }) => types.includes(type))).toEqual([]);
  });

  test("a request of the service to itself has a different source, so no rule of a subscriber selects it", () => {
    const internal = ALL_EVENTS.filter(({ type }) => !EVENTS.some((event) => event.type === type));
    expect(internal.map(({ type, source }) => [type, source])).toEqual([
      ["archive.requested", "image-render-service.internal"],
      ["workspace.removal-requested", "image-render-service.internal"],
    ]);
  });
});
