import { describe, expect, test } from "@jest/globals";
import * as caching from "../../../core/contract/caching.js";
import { ERROR_CATALOGUE, ServiceError } from "../../../core/contract/errors.js";
import * as limits from "../../../core/contract/limits.js";
import {
  DEFAULT_PLANS,
  FAILED_SECONDS,
  planNameSchema,
  planSchema,
  workspaceRateOf,
} from "../../../core/contract/plans.js";
import { rateOf } from "../../../core/contract/rate-limits.js";
import { createUploadSchema } from "../../../core/contract/uploads-api.js";
import { createSessionSchema } from "../../../core/contract/access-api.js";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const [KB, MB] = [1_024, 1_048_576];

describe("limits", () => {
  test("sizes of requests, documents and files", () => {
    expect([limits.MAX_BODY_BYTES, limits.MAX_DOCUMENT_BYTES, limits.MAX_INPUT_BYTES]).toEqual([
      5 * MB,
      4 * MB,
      32 * KB,
    ]);
    expect(limits.MAX_UPLOAD_BYTES).toEqual({ image: 20 * MB, font: 10 * MB });
    expect([limits.MAX_IMAGE_BYTES, limits.MAX_SIGNED_URL_BYTES]).toEqual([20 * MB, 4 * KB]);
    expect([limits.MAX_PREVIEW_PIXELS, limits.THUMBNAIL_SIDE_PX]).toEqual([2_000_000, 480]);
  });

  test("numbers of things that a workspace can have or list", () => {
    expect([limits.MAX_KEYS, limits.MAX_PROJECTS, limits.MAX_WEBHOOK_ENDPOINTS]).toEqual([50, 500, 10]);
    expect([limits.MAX_LISTED_TEMPLATES, limits.MAX_LISTED_VERSIONS, limits.MAX_INTEGER]).toEqual([
      ...[20_000, 500, 2 ** 31 - 1],
    ]);
    expect([limits.MAX_EXAMINED_JOBS, limits.MAX_EXAMINED_BATCHES, limits.MAX_RECOVERED_DELIVERIES]).toEqual([
      ...[1_000, 1_000, 500],
    ]);
    expect([limits.MAX_BATCH_SIZE, limits.PURGES_PER_DAY, limits.PURGES_PER_MONTH]).toEqual([50, 100, 1_000]);
    expect([limits.CONCURRENT_PREVIEWS, limits.CONCURRENT_DRY_RUNS, limits.CONCURRENT_THUMBNAILS]).toEqual([4, 4, 4]);
    expect(limits.MAX_FREE_RENDERS_PER_DAY).toBe(5_000);
  });

  test("attempts at a job", () => {
    expect([limits.MAX_ATTEMPTS, limits.MAX_UNREPORTED_ATTEMPTS, limits.MAX_REQUEUES]).toEqual([3, 2, 3]);
  });

  test("times after which work ends", () => {
    expect([limits.FUNCTION_TIMEOUT_MS, limits.MAX_BATCH_DOWNLOAD_SECONDS]).toEqual([29 * SECOND, 900]);
    expect([limits.REMOTE_IMAGE_LIMITS, limits.RENDER_IMAGES_MS]).toEqual([
      { timeoutMs: 10 * SECOND, maxBytes: 20 * MB },
      25 * SECOND,
    ]);
    expect([limits.PREVIEW_IMAGE_LIMITS, limits.PREVIEW_IMAGES_MS]).toEqual([
      { timeoutMs: 5 * SECOND, maxBytes: 20 * MB },
      15 * SECOND,
    ]);
    expect(limits.WEBHOOK_LIMITS).toEqual({ timeoutMs: 15 * SECOND, maxBytes: KB });
    expect([limits.MINT_WARNINGS_MS, limits.BATCH_WARNINGS_MS]).toEqual([5 * SECOND, 12 * SECOND]);
    expect([limits.THUMBNAIL_WAIT_MS, caching.VIEW_WAIT_SECONDS, caching.RETRY_AFTER_SECONDS]).toEqual([
      8 * SECOND,
      5,
      1,
    ]);
    expect(limits.PREVIEW_SECONDS_PER_DAY).toBe(7_200);
  });

  test("times for which things are valid or kept", () => {
    expect([limits.SESSION_MS, limits.SESSION_LINK_MS, limits.IDEMPOTENCY_MS]).toEqual([12 * HOUR, 5 * MINUTE, DAY]);
    expect([limits.SECRET_OVERLAP_MS, limits.ENDPOINT_FAILURE_MS]).toEqual([DAY, 5 * DAY]);
    expect([limits.UPLOAD_TIME_SECONDS, limits.SIGNED_URL_SECONDS]).toEqual([900, { min: 60, max: 3650 * 86_400 }]);
    expect([limits.BATCH_DOWNLOADS_KEPT_DAYS, limits.DELIVERY_LOG_DAYS, limits.THUMBNAILS_KEPT_DAYS]).toEqual([
      ...[7, 30, 90],
    ]);
  });

  test("times for which a cache may keep a response", () => {
    expect([caching.SIGNED_IMAGE_CACHE_SECONDS, caching.ASSET_CACHE_SECONDS]).toEqual([31_536_000, 86_400]);
    expect([caching.DOCUMENT_CACHE_SECONDS, caching.PAGE_CACHE_SECONDS]).toEqual([300, 60]);
    expect([caching.PAGE_FILE_CACHE_SECONDS, caching.PLAIN_FILE_CACHE_SECONDS]).toEqual([31_536_000, 3_600]);
    expect(caching.CREDENTIAL_CACHE_SECONDS).toBe(5);
  });
});

describe("plans", () => {
  const { free, team, unlimited } = DEFAULT_PLANS;

  test("the built-in plans have the credits and features of the documentation", () => {
    const of = (plan: typeof free) => [plan?.credits, plan?.maxScale, plan?.maxBatchSize, plan?.maxPriority];
    expect([of(free), of(team), of(unlimited)]).toEqual([
      [100, 2, 10, 5],
      [10_000, 4, 50, 6],
      [1_000_000_000, 4, 50, 6],
    ]);
    const perDay = (plan: typeof free) => [plan?.previewSecondsPerDay, plan?.purgesPerDay, plan?.concurrentWaits];
    expect([perDay(free), perDay(team), perDay(unlimited)]).toEqual([
      [900, 100, 2],
      [7_200, 100, 20],
      [86_400, 100, 100],
    ]);
    expect([free?.failedSeconds, unlimited?.failedSeconds]).toEqual([undefined, { perMinute: 300, perDay: 36_000 }]);
    expect(FAILED_SECONDS).toEqual({ perMinute: 30, perDay: 1_800 });
  });

  test("the built-in plans have the rates of the documentation: per second, and at once", () => {
    const of = (plan: typeof free) =>
      Object.fromEntries(
        Object.entries(plan?.rates ?? {}).map(([name, { perSecond, burst }]) => [name, [perSecond, burst]]),
      );
    expect([of(free), of(team), of(unlimited)]).toEqual([
      { create: [1, 10], read: [5, 25], write: [1, 10], preview: [5, 25] },
      { create: [10, 50], read: [20, 100], write: [5, 50], preview: [10, 50] },
      { create: [100, 500], read: [100, 500], write: [20, 200], preview: [20, 200] },
    ]);
  });

  test("the status of jobs has the same rate on every plan, and a plan without a rate for previews gets one", () => {
    if (free === undefined) throw new Error("There is no plan `free`.");
    expect(rateOf(free.rates, "status")).toEqual({ perSecond: 2, burst: 20 });
    expect(rateOf(free.rates, "read")).toEqual({ perSecond: 5, burst: 25 });
    const { preview, ...older } = free.rates;
    expect(preview).toEqual({ perSecond: 5, burst: 25 });
    expect(planSchema.parse({ ...free, rates: older }).rates.preview).toEqual({ perSecond: 10, burst: 50 });
  });

  test("all keys of a workspace together have ten times the rate of one key, unless the plan says another factor", () => {
    if (free === undefined) throw new Error("There is no plan `free`.");
    const rate = { perSecond: 2, burst: 5 };
    expect(workspaceRateOf(free, rate)).toEqual({ perSecond: 20, burst: 50 });
    expect(workspaceRateOf({ ...free, workspaceRateFactor: 3 }, rate)).toEqual({ perSecond: 6, burst: 15 });
  });

  test.each([
    ["a", true],
    ["team-2", true],
    [`a${"b".repeat(31)}`, true],
    [`a${"b".repeat(32)}`, false],
    ["2team", false],
    ["Team", false],
    ["", false],
  ])("the plan name %j is allowed: %s", (name, isAllowed) => {
    expect(planNameSchema.safeParse(name).success).toBe(isAllowed);
  });
});

describe("errors", () => {
  test("only errors that pass by themselves are worth another try, and only our own raise an alarm", () => {
    const codes = Object.entries(ERROR_CATALOGUE);
    expect(codes.flatMap(([code, { retryable }]) => (retryable ? [code] : []))).toEqual([
      ...["IMAGE_UNAVAILABLE", "RATE_LIMITED", "INTERNAL", "QUEUE_UNAVAILABLE"],
    ]);
    expect(codes.flatMap(([code, { reported }]) => (reported ? [code] : []))).toEqual([
      "INTERNAL",
      "QUEUE_UNAVAILABLE",
    ]);
  });

  test("each code has its HTTP status", () => {
    expect(Object.fromEntries(Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => [code, status]))).toEqual({
      ...{ BAD_REQUEST: 400, UNAUTHORIZED: 401, PAYMENT_REQUIRED: 402, FORBIDDEN: 403, NOT_FOUND: 404 },
      ...{ METHOD_NOT_ALLOWED: 405, CONFLICT: 409, GONE: 410, PRECONDITION_FAILED: 412, PAYLOAD_TOO_LARGE: 413 },
      ...{ VALIDATION_ERROR: 422, DUPLICATE_LAYER_NAMES: 422, RATE_LIMITED: 429, INTERNAL: 500 },
      ...{ IMAGE_UNAVAILABLE: 503, QUEUE_UNAVAILABLE: 503 },
    });
    const error = new ServiceError("QUEUE_UNAVAILABLE", "gone");
    expect([error.status, error.retryable, error.cause]).toEqual([503, true, undefined]);
    expect(Object.hasOwn(error, "cause")).toBe(false);
  });
});

describe("rules about several fields of a request", () => {
  test("an image can be twice as large as a font", () => {
    const accepts = (contentType: string, bytes: number) =>
      createUploadSchema.safeParse({ contentType, bytes }).success;
    expect([accepts("image/png", 20 * MB), accepts("image/png", 20 * MB + 1)]).toEqual([true, false]);
    expect([accepts("font/ttf", 10 * MB), accepts("font/ttf", 10 * MB + 1)]).toEqual([true, false]);
    expect(accepts("image/png", 0)).toBe(false);
  });

  test("a session begins with a key or with the token of a link, and never with both or neither", () => {
    const accepts = (body: object) => createSessionSchema.safeParse(body).success;
    expect([accepts({ apiKey: "a" }), accepts({ token: "t" })]).toEqual([true, true]);
    expect([accepts({ apiKey: "a", token: "t" }), accepts({})]).toEqual([false, false]);
  });
});
