import { describe, expect, jest, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { EngineError } from "@image-render/engine/issues";
import { withServiceErrors } from "../../../core/shared/engine-errors.js";
import { deriveUuid } from "../../../core/shared/derive-uuid.js";
import { inGroups } from "../../../core/shared/in-groups.js";
import { catchServiceError, failedItemsOf, itemsError } from "../../../core/shared/item-errors.js";
import { readCursor, writeCursor } from "../../../core/shared/list-cursor.js";
import { replacedCharacters } from "../../../core/shared/replaced-characters.js";
import { settledWithin } from "../../../core/shared/settled-within.js";
import { timeOrderedUuid } from "../../../core/shared/time-ordered-uuid.js";

describe("warnings about replaced characters", () => {
  const BROKEN = "Caf\ufffd";

  test("each broken text is named with its path, and with its layer if it belongs to one", () => {
    const warnings = replacedCharacters({
      layers: { title: { text: BROKEN, spans: [{ text: "fine" }, { text: BROKEN }] } },
      variables: { name: BROKEN, count: 7, nothing: null },
    });
    expect(warnings.map(({ code, layer, path }) => [code, layer, path])).toEqual([
      ["REPLACED_CHARACTERS", "title", "layers.title.text"],
      ["REPLACED_CHARACTERS", "title", "layers.title.spans[1].text"],
      ["REPLACED_CHARACTERS", "", "variables.name"],
    ]);
  });

  test("a warning shows the first 80 characters of the text, without cutting one into halves", () => {
    const [warning] = replacedCharacters({ a: "😀".repeat(79) + BROKEN });
    expect(warning?.text).toBe(`${"😀".repeat(79)}C`);
  });

  test("only the first ten texts are named, because a wrong encoding breaks all of them", () => {
    expect(replacedCharacters({ a: Array.from({ length: 12 }, () => BROKEN) })).toHaveLength(10);
  });
});

describe("groups of work", () => {
  test("the items of a group run together, and the results are in the order of the items", async () => {
    let [running, most] = [0, 0];
    const results = await inGroups([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect([results, most]).toEqual([[10, 20, 30, 40, 50], 2]);
    expect(await inGroups([], 2, async () => Promise.resolve(1))).toEqual([]);
  });
});

describe("errors of a list", () => {
  const invalid = (path: string) =>
    new ServiceError("VALIDATION_ERROR", "It is invalid.", { details: { issues: [{ path, message: "Wrong." }] } });
  const missing = new ServiceError("NOT_FOUND", "There is no such template.");

  test("only errors of the service are results. Every other error is thrown", async () => {
    expect(await catchServiceError(async () => Promise.reject(missing))).toBe(missing);
    expect(await catchServiceError(async () => Promise.resolve(7))).toBe(7);
    await expect(catchServiceError(async () => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
    expect(failedItemsOf([1, missing, "a"])).toEqual([{ index: 1, error: missing }]);
  });

  test("the error of a list names each issue with the index of its item", () => {
    const failed = [
      { index: 0, error: missing },
      { index: 3, error: invalid("layers.title") },
      { index: 4, error: invalid("") },
    ];
    const error = itemsError("VALIDATION_ERROR", failed, [{ path: "webhook_url", message: "Bad." }]);
    expect([error.code, error.message]).toEqual(["VALIDATION_ERROR", "jobs[3]: It is invalid."]);
    expect(error.cause).toBe(failed[1]?.error);
    expect(error.details).toEqual({
      issues: [
        { path: "jobs[0].template", message: "There is no such template." },
        { path: "jobs[3].layers.title", message: "Wrong." },
        { path: "jobs[4]", message: "Wrong." },
        { path: "webhook_url", message: "Bad." },
      ],
      jobs: [
        { index: 0, issues: [{ path: "template", message: "There is no such template." }] },
        { index: 3, issues: [{ path: "layers.title", message: "Wrong." }] },
        { index: 4, issues: [{ path: "", message: "Wrong." }] },
      ],
    });
  });

  test("without an item of the code, the message is that of the first item, or of the first other issue", () => {
    const conflict = new ServiceError("CONFLICT", "It has ended.");
    expect(itemsError("VALIDATION_ERROR", [{ index: 2, error: conflict }]).message).toBe("jobs[2]: It has ended.");
    expect(itemsError("VALIDATION_ERROR", [{ index: 2, error: conflict }]).details?.issues).toEqual([
      { path: "jobs[2]", message: "It has ended." },
    ]);
    expect(itemsError("VALIDATION_ERROR", [], [{ path: "jobs", message: "Empty." }]).message).toBe("jobs: Empty.");
  });
});

describe("IDs and cursors", () => {
  test("the same parts give the same UUID, and parts are kept apart", () => {
    expect(deriveUuid("a", "b")).toBe(deriveUuid("a", "b"));
    expect(deriveUuid("ab")).not.toBe(deriveUuid("a", "b"));
    for (let index = 0; index < 50; index += 1)
      expect(deriveUuid(String(index))).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });

  test("a UUID that is ordered by time begins with the milliseconds and keeps the random part", () => {
    const random = "11111111-2222-4333-8444-555555555555";
    expect(timeOrderedUuid(0x0190c0de0001, random)).toBe("0190c0de-0001-7333-8444-555555555555");
    expect(timeOrderedUuid(1, random)).toBe("00000000-0001-7333-8444-555555555555");
  });

  test("a cursor is read by its own list and workspace only", () => {
    const scope = { list: "uploads", workspaceId: "w" } as const;
    const cursor = writeCursor(scope, "position#1");
    expect(readCursor(scope, cursor)).toBe("position#1");
    for (const other of [
      { ...scope, workspaceId: "v" },
      { ...scope, list: "renders" as const },
    ])
      expect(() => readCursor(other, cursor)).toThrow(ServiceError);
    expect(() => readCursor(scope, `${cursor}x`)).toThrow(ServiceError);
    expect(() => readCursor(scope, "")).toThrow(ServiceError);
  });
});

describe("errors of the engine", () => {
  test("an error of the engine becomes one of the service with the same code and details, and others stay the same", async () => {
    const issues = [{ path: "layers.a", message: "Wrong." }];
    const failing = async (error: unknown) =>
      await withServiceErrors(async () => Promise.reject(error as Error)).catch((thrown: unknown) => thrown);
    const engine = new EngineError("VALIDATION_ERROR", "It is invalid.", { details: { issues } });
    const service = await failing(engine);
    expect(service).toBeInstanceOf(ServiceError);
    expect(service).toMatchObject({ code: "VALIDATION_ERROR", message: "It is invalid.", details: { issues } });
    expect((service as ServiceError).cause).toBe(engine);
    const plain = (await failing(new EngineError("INTERNAL", "No."))) as ServiceError;
    expect([plain.details, plain.internal]).toEqual([undefined, undefined]);
    const other = new Error("bug");
    expect(await failing(other)).toBe(other);
    expect(await withServiceErrors(async () => Promise.resolve(7))).toBe(7);
  });
});

describe("waiting for a limited time", () => {
  test("a value that comes in time is returned and leaves no timer behind, and an error is thrown", async () => {
    const clear = jest.spyOn(AbortController.prototype, "abort");
    expect(await settledWithin(Promise.resolve(7), 60_000)).toBe(7);
    expect(clear).toHaveBeenCalledTimes(1);
    clear.mockRestore();
    await expect(settledWithin(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  });

  test("a value that does not come in time is undefined", async () => {
    expect(await settledWithin(new Promise(() => undefined), 1)).toBeUndefined();
  });
});
