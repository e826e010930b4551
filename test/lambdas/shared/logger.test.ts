import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createLog, startLog } from "../../../lambdas/shared/logger.js";

type Line = Readonly<Record<string, unknown>>;

/** The written lines, one record per line. */
let lines: Line[];
beforeEach(() => {
  lines = [];
  // In the tests' environment, the logger writes to the console.
  process.env.POWERTOOLS_DEV = "true";
  for (const method of ["info", "warn", "error"] as const) {
    jest
      .spyOn(console, method)
      .mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line)) as Line));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.POWERTOOLS_DEV;
});

describe("the log of a function", () => {
  test("a log with facts writes them into each of its lines, and no other log writes them", () => {
    const log = createLog("renderer", "INFO");
    const first = log.with({ jobId: "1" }).with({ workspaceId: "w" });
    log.with({ jobId: "2" }).info("other");
    first.info("started");
    first.warn("slow", { ms: 5 });
    log.info("own");
    expect(lines.map(({ message, level, jobId, workspaceId, ms }) => [message, level, jobId, workspaceId, ms])).toEqual(
      [
        ["other", "INFO", "2", undefined, undefined],
        ["started", "INFO", "1", "w", undefined],
        ["slow", "WARN", "1", "w", 5],
        ["own", "INFO", undefined, undefined, undefined],
      ],
    );
    expect(lines[0]).toMatchObject({ service: "renderer" });
  });

  test("an Error is written as an error, and any other value under reason", () => {
    const log = createLog("renderer", "INFO").with({ jobId: "1" });
    log.error("failed", { error: new Error("table down") });
    log.error("failed", { error: "text" });
    expect(lines).toMatchObject([
      { jobId: "1", error: { name: "Error", message: "table down" } },
      { jobId: "1", reason: "text" },
    ]);
  });

  test("lines below the level are not written", () => {
    createLog("renderer", "WARN").info("detail");
    expect(lines).toEqual([]);
  });

  test("a function that starts writes one line without the logger, so that its cold starts can be counted", () => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    startLog("renderer", "INFO").info("own");
    startLog("renderer", "WARN");
    const started = write.mock.calls.map(([line]) => JSON.parse(String(line)) as Line);
    expect(started).toEqual([
      expect.objectContaining({ level: "INFO", service: "renderer", event: "function-started" }),
    ]);
    expect(lines.map(({ message }) => message)).toEqual(["own"]);
  });
});
