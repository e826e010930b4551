import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { errorBodySchema, ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { signBodySchema } from "../../../core/contract/sign-api.js";
import type { FindWarnings } from "../../../core/renders/find-request-warnings.js";
import { mintImages } from "../../../core/signed-images/mint-images.js";
import {
  createRenderFixture,
  DOCUMENT,
  OTHER_WORKSPACE,
  TEMPLATE,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";

const UNLIMITED = DEFAULT_PLANS.unlimited as Plan;
const MASTER = "m".repeat(64);
const BASE = "https://images.example.com";
const AMBIGUOUS = "7c9e6679-7425-40de-944b-e07fc1f90ae8";
const TYPED = "7c9e6679-7425-40de-944b-e07fc1f90aea";
const UNKNOWN = "7c9e6679-7425-40de-944b-e07fc1f90ae9";
const DAY_MS = 24 * 60 * 60 * 1000;

const CUT = { code: "TEXT_CUT", layer: "title", message: "The text was cut." } as const;

const [titleLayer] = DOCUMENT.layers;
const documents = [
  templateVersion(),
  templateVersion({
    version: 2,
    document: JSON.stringify({ ...DOCUMENT, variables: [{ name: "price", type: "number", default: 1 }] }),
  }),
  templateVersion({
    id: TYPED,
    document: JSON.stringify({
      ...DOCUMENT,
      variables: [
        { name: "accent", type: "color", required: true },
        { name: "day", type: "date" },
        { name: "plan", type: "enum", choices: ["basic", "pro"] },
        { name: "stars", type: "number", min: 0, max: 5 },
      ],
    }),
  }),
  templateVersion({
    id: AMBIGUOUS,
    document: JSON.stringify({ ...DOCUMENT, layers: [titleLayer, { ...titleLayer, id: "again" }] }),
  }),
];

function setUp(plan = UNLIMITED, findWarnings: FindWarnings = async () => []) {
  const fixture = createRenderFixture([], documents);
  const finds: string[] = [];
  const templates = {
    find: async (...args: Parameters<typeof fixture.templates.find>) => {
      finds.push(args[1]);
      return await fixture.templates.find(...args);
    },
  };
  const generations = { find: async (id: string) => (id === TEMPLATE ? 3 : 1) };
  const keyRing = { current: "k2", keys: { k1: "o".repeat(64), k2: MASTER } };
  const dependencies = { ...fixture, templates, generations, keyRing, findWarnings };
  const mint = async (body: unknown, workspaceId = WORKSPACE) => {
    const caller = { workspaceId, planName: "plan", plan };
    return await mintImages(dependencies, { caller, baseUrl: BASE }, signBodySchema.parse(body));
  };
  return { fixture, finds, mint };
}

/** The error of a mint call. Any other result fails the test. */
async function errorOf(minting: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await minting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error(`Expected a ServiceError, got ${String(error)}.`);
}

const issuesIn = ({ details }: ServiceError) => (details?.issues as { path: string }[]).map(({ path }) => path);
const queryOf = (url = "") => Object.fromEntries(new URL(url).searchParams);
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

describe("a minted URL", () => {
  test("the signature of a minted URL follows docs/signing.md, with the template's signing generation", async () => {
    const { mint } = setUp();
    const { url } = await mint({ template: TEMPLATE, layers: { title: { text: "Grüße & 50 %" } }, expiresIn: 60 });
    const [path, query = ""] = url.split("?");
    expect(path).toBe(`${BASE}/api/v1/img/${TEMPLATE}`);
    const lines = query.split("&").filter((line) => !line.startsWith("sig="));
    expect(lines).toContain("title=Gr%C3%BC%C3%9Fe%20%26%2050%20%25");
    expect(lines).toEqual([...lines].sort());
    const templateKey = hmac(hmac(MASTER, "img"), `${TEMPLATE}\n3`);
    expect(queryOf(url).sig).toBe(`k2.3.${hmac(templateKey, ["v1", TEMPLATE, ...lines].join("\n"))}`);
  });

  test("a minted URL contains the version, so that a published picture never changes", async () => {
    const { mint } = setUp();
    expect(queryOf((await mint({ template: TEMPLATE })).url)).toMatchObject({ version: "2" });
    expect(queryOf((await mint({ template: TEMPLATE, version: 1 })).url)).toMatchObject({ version: "1" });
  });

  test("a URL contains values of each type, and needs the required variables and values that the template allows", async () => {
    const { mint } = setUp();
    const template = TYPED;
    const variables = { accent: "#ff0000", day: "2026-11-24", plan: "pro", stars: 4 };
    const { url } = await mint({ template, variables });
    const { stars, ...texts } = variables;
    expect(queryOf(url)).toMatchObject({ ...texts, variables: JSON.stringify({ stars }) });
    const refused = await errorOf(mint({ template, variables: { day: "soon", plan: "gold", stars: 9 } }));
    expect(issuesIn(refused)).toEqual(["variables.accent", "variables.day", "variables.plan", "variables.stars"]);
  });

  test("equivalent requests get the same URL", async () => {
    const { mint } = setUp();
    const plain = await mint({ template: TEMPLATE.toUpperCase(), format: "jpg" });
    const explicit = { template: TEMPLATE, version: 2, format: "jpeg", scale: 1, layers: {}, transparent: false };
    expect(await mint(explicit)).toEqual(plain);
    expect(Object.keys(queryOf(plain.url)).sort()).toEqual(["exp", "format", "sig", "version"]);
  });

  test("each URL has the warnings of its own picture, and after five seconds, the rest are marked as not checked", async () => {
    const asked: unknown[] = [];
    const { mint, fixture } = setUp(UNLIMITED, async (_document, { layers }) => {
      asked.push(layers);
      // The layout takes time.
      fixture.clock.nowMs += 2_000;
      return asked.length === 2 ? [CUT] : [];
    });
    const items = ["a", "b", "c", "d", "e"].map((text) => ({ template: TEMPLATE, layers: { title: { text } } }));
    const { urls } = await mint({ jobs: items });
    expect(asked).toEqual(items.slice(0, 3).map(({ layers }) => layers));
    expect(urls.map(({ warnings }) => warnings?.map(({ code }) => code))).toEqual([
      undefined,
      ["TEXT_CUT"],
      undefined,
      ["NOT_CHECKED"],
      ["NOT_CHECKED"],
    ]);
  });

  test("requests that differ only in the notation of values get the same URL", async () => {
    const { mint } = setUp();
    const typed = await mint({ template: TEMPLATE, scale: 2, layers: { title: { text: "5", font_size: 40 } } });
    const form = { template: TEMPLATE, layers: { title: { text: 5, font_size: "40", color: null } } };
    expect(await mint({ ...form, scale: 2 })).toEqual(typed);
  });

  test("a minted URL expires exactly after expiresIn seconds", async () => {
    const { mint, fixture } = setUp();
    for (const expiresIn of [60, 3601, 315_360_000]) {
      const { url, expiresAt } = await mint({ template: TEMPLATE, expiresIn });
      expect(Date.parse(expiresAt)).toBe(fixture.clock.nowMs + expiresIn * 1000);
      expect(queryOf(url).exp).toBe(String(fixture.clock.nowMs / 1000 + expiresIn));
    }
  });

  test.each([59, 315_360_001, 90.5, "3600"])("expiresIn = %p is rejected", (expiresIn) => {
    expect(signBodySchema.safeParse({ template: TEMPLATE, expiresIn }).success).toBe(false);
  });

  test("without expiresIn, the URL is the same for one UTC day and valid for at least one year", async () => {
    const { mint, fixture } = setUp();
    const midnightMs = Date.UTC(2026, 10, 5);
    const urls = [];
    for (const ms of [0, 1, DAY_MS / 2, DAY_MS - 1, DAY_MS]) {
      fixture.clock.nowMs = midnightMs + ms;
      urls.push(await mint({ template: TEMPLATE }));
    }
    const [first, ...others] = urls;
    expect(first?.expiresAt).toBe("2027-11-06T00:00:00.000Z");
    expect(others.slice(0, 3)).toEqual([first, first, first]);
    expect(others[3]?.expiresAt).toBe("2027-11-07T00:00:00.000Z");
  });

  test("minting takes no credits and writes nothing", async () => {
    const { mint, fixture } = setUp({ ...UNLIMITED, credits: 0 });
    await mint({ template: TEMPLATE, jobs: 50 });
    expect([fixture.jobs.items.size, fixture.jobs.balances.months.size, fixture.sent, fixture.stored.size]).toEqual([
      0,
      0,
      [],
      0,
    ]);
  });
});

describe("several URLs", () => {
  test("several URLs of one payload differ only in their nonce, and a single URL has no nonce", async () => {
    const { mint } = setUp();
    const { url, expiresAt, urls } = await mint({ template: TEMPLATE, jobs: 50 });
    expect(urls.map((one) => queryOf(one.url).nonce)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 1)));
    expect(new Set(urls.map((one) => one.url)).size).toBe(50);
    expect(urls[0]).toEqual({ url, expiresAt });
    const single = await mint({ template: TEMPLATE, jobs: 1 });
    expect(single).toEqual(await mint({ template: TEMPLATE }));
    expect(queryOf(single.url)).not.toHaveProperty("nonce");
  });

  test("the URLs of a list are in request order, and the template is read once", async () => {
    const { mint, finds } = setUp();
    const items = Array.from({ length: 50 }, (_, at) => ({
      template: TEMPLATE,
      layers: { title: { text: `No. ${at}` } },
      expiresIn: 60 + at,
    }));
    const { urls } = await mint({ jobs: items });
    expect(urls.map((one) => queryOf(one.url).title)).toEqual(items.map((_, at) => `No. ${at}`));
    expect(finds).toEqual([TEMPLATE]);
  });

  test("the items of a list that name the same version share one checked document", async () => {
    const checked = new Set<unknown>();
    const { mint } = setUp(UNLIMITED, async (document) => (checked.add(document), []));
    await mint({ jobs: Array.from({ length: 50 }, (_, at) => ({ template: TEMPLATE, version: (at % 2) + 1 })) });
    expect(checked.size).toBe(2);
  });

  test("a list with invalid items returns all issues by item index and mints nothing", async () => {
    const { mint } = setUp();
    const good = { template: TEMPLATE };
    const error = await errorOf(
      mint({
        jobs: [
          good,
          { ...good, layers: { titel: { text: "x" } }, variables: { prize: 1 } },
          { template: AMBIGUOUS },
          good,
          { ...good, format: "jpg", transparent: true },
        ],
      }),
    );
    expect(error.code).toBe("VALIDATION_ERROR");
    const { jobs, issues } = error.details as { jobs: { index: number; issues: unknown[] }[]; issues: unknown[] };
    expect(jobs.map(({ index, issues: own }) => [index, own.length])).toEqual([
      [1, 2],
      [2, 1],
      [4, 1],
    ]);
    expect(issues).toContainEqual({ path: "jobs[1].layers.titel", message: expect.stringContaining('"title"') });
    expect(errorBodySchema.shape.details.safeParse(error.details).success).toBe(true);
  });

  test("a list with a malformed item returns BAD_REQUEST", async () => {
    const { mint } = setUp();
    const bad = { template: TEMPLATE, layers: { titel: {} } };
    const error = await errorOf(mint({ jobs: [bad, { template: "x" }, {}] }));
    expect(error.code).toBe("BAD_REQUEST");
    expect((error.details?.["jobs"] as { index: number }[]).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  test.each([[0], [51], [1.5], ["2"], [[]], [Array.from({ length: 51 }, () => ({ template: TEMPLATE }))]])(
    "jobs = %j is rejected, because jobs must be 1 to 50",
    (jobs) => {
      const parsed = signBodySchema.safeParse({ template: TEMPLATE, jobs });
      expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(["jobs"]);
    },
  );

  test("template is required unless jobs is a list", () => {
    expect(signBodySchema.safeParse({ jobs: [{ template: TEMPLATE }] }).success).toBe(true);
    for (const body of [{}, { jobs: 2 }]) {
      expect(signBodySchema.safeParse(body).error?.issues).toMatchObject([{ path: ["template"] }]);
    }
  });
});

describe("invalid mint requests", () => {
  test.each([
    ["an unknown template", { template: UNKNOWN }, "NOT_FOUND"],
    ["an unknown version", { template: TEMPLATE, version: 9 }, "NOT_FOUND"],
    ["an unknown layer", { template: TEMPLATE, layers: { titel: {} } }, "VALIDATION_ERROR"],
    ["a variable of another type", { template: TEMPLATE, variables: { price: "much" } }, "VALIDATION_ERROR"],
    ["a transparent jpg", { template: TEMPLATE, format: "jpg", transparent: true }, "VALIDATION_ERROR"],
    ["a template with duplicate layer names", { template: AMBIGUOUS }, "DUPLICATE_LAYER_NAMES"],
  ])("minting %s is rejected", async (_what, body, code) => {
    expect((await errorOf(setUp().mint(body))).code).toBe(code);
  });

  test("minting with a template of another workspace returns NOT_FOUND", async () => {
    expect((await errorOf(setUp().mint({ template: TEMPLATE }, OTHER_WORKSPACE))).code).toBe("NOT_FOUND");
  });

  test("minting with a format that the plan does not include returns FORBIDDEN", async () => {
    const { mint } = setUp({ ...UNLIMITED, formats: ["png"] });
    expect((await errorOf(mint({ template: TEMPLATE, format: "webp" }))).code).toBe("FORBIDDEN");
  });

  test("a URL of more than 4,096 bytes is rejected with the advice to upload images first", async () => {
    const { mint } = setUp();
    const longest = 4_096 - (await mint({ template: TEMPLATE, layers: { title: { text: "x" } } })).url.length + 1;
    const text = "x".repeat(longest);
    expect((await mint({ template: TEMPLATE, layers: { title: { text } } })).url).toHaveLength(4_096);
    const error = await errorOf(mint({ template: TEMPLATE, layers: { title: { text: `${text}x` } } }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(JSON.stringify(error.details)).toContain("Upload images first");
  });
});
