import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Arbitrary } from "fast-check";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { type Route, ROUTES } from "../../core/contract/routes.js";
import { arbitraryOf, mutationsOf } from "../support/arbitrary-of.js";
import { declaredOutcome } from "./declared-response.js";
import { useService } from "./use-service.js";
import fc from "../support/fast-check.js";

/** `npm run fuzz:api` sends more. */
const REQUESTS_PER_ROUTE = Number(process.env.REQUESTS_PER_ROUTE ?? 25);
/** The rates are high, so that no rate limit hides what the test sends. */
const rate = { perSecond: 10_000, burst: 10_000 };
const plans = { unlimited: { ...DEFAULT_PLANS.unlimited, rates: { create: rate, read: rate, write: rate } } };

const { service } = useService({ plans: JSON.stringify(plans) });
let known: readonly string[] = [];

beforeAll(async () => {
  const template = service.template("Open Graph card");
  const { id } = await service.createRender({ template, scale: 0.1 });
  await service.ended(id);
  known = [template, id];
});

interface Request {
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
}

/** Texts that stay one segment of a path when they are percent-encoded. */
const strangeId = fc.oneof(
  fc.uuid(),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((text) => !/^(\.{1,2}|preview|sign|purge)$/.test(text)),
);
const knownId = fc.nat().map((pick) => known[pick % known.length] ?? "");
const pathId = fc.oneof(knownId, strangeId);
const headerText = fc.oneof(
  fc.stringMatching(/^[!-~]{1,300}$/),
  fc.constantFrom("*", "bytes=0-9", "bytes=5-1", "bytes=-", 'W/"1"', '"1"', "null", "https://evil.example", "1"),
);
/** About half of the bodies with a template name one that exists. */
const bodyText = (route: Route): Arbitrary<string | undefined> =>
  route.body === undefined
    ? fc.constant(undefined)
    : fc.oneof(
        { weight: 8, arbitrary: fc.tuple(mutationsOf(arbitraryOf(route.body)), fc.boolean()).map(withKnownTemplate) },
        { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
      );

function withKnownTemplate([value, known_]: [unknown, boolean]): string {
  const body = known_ && typeof value === "object" && value !== null && "template" in value;
  return JSON.stringify(body ? { ...value, template: known[0] } : value);
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : { value };

const requestFor = (route: Route): Arbitrary<Request> =>
  fc.record({
    // No request deletes what the other requests use.
    params: fc.array(route.method === "DELETE" ? strangeId : pathId, { minLength: 3, maxLength: 3 }),
    query:
      route.query === undefined
        ? fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })
        : mutationsOf(arbitraryOf(route.query)).map(fieldsOf),
    headers: fc.record(Object.fromEntries((route.headers ?? []).map((name) => [name, headerText])), {
      requiredKeys: [],
    }),
    body: bodyText(route),
  });

/** A random object can have a `toString` that is not a function. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "undefined" : JSON.stringify(value);
}

async function send(route: Route, { params, query, headers, body }: Request): Promise<Response> {
  let place = 0;
  const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(params[place++] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.append(name, textOf(value).slice(0, 1000));
  return await service.call(`${path}?${search.toString()}`, {
    method: route.method,
    headers: {
      ...(headers as Record<string, string>),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
}

describe("random requests", () => {
  test.each(Object.entries(ROUTES) as [string, Route][])(
    "%s responds as its route declares, and never with 500, to random and mutated requests",
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(requestFor(route), async (request) => {
          const response = await send(route, request);
          expect(response.status).not.toBe(500);
          await declaredOutcome(route, response);
        }),
        { numRuns: REQUESTS_PER_ROUTE, endOnFailure: true },
      );
    },
  );
});
