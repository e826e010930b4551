import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { errorBodySchema, ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { signBodySchema } from "../../../core/contract/sign-api.js";
import { mintImages } from "../../../core/signed-images/mint-images.js";
import { createWorld, DOCUMENT, OTHER_WORKSPACE, TEMPLATE, templateVersion, WORKSPACE } from "../../support/world.js";

const UNLIMITED = DEFAULT_PLANS.unlimited as Plan;
const MASTER = "m".repeat(64);
const BASE = "https://images.example.com";
const AMBIGUOUS = "7c9e6679-7425-40de-944b-e07fc1f90ae8";
const UNKNOWN = "7c9e6679-7425-40de-944b-e07fc1f90ae9";
const DAY_MS = 24 * 60 * 60 * 1000;

const [titleLayer] = DOCUMENT.layers;
const documents = [
  templateVersion(),
  templateVersion({
    version: 2,
    document: JSON.stringify({ ...DOCUMENT, variables: [{ name: "price", type: "number", default: 1 }] }),
  }),
  templateVersion({
    id: AMBIGUOUS,
    document: JSON.stringify({ ...DOCUMENT, layers: [titleLayer, { ...titleLayer, id: "again" }] }),
  }),
];

function setUp(plan = UNLIMITED) {
  const world = createWorld([], documents);
  const finds: string[] = [];
  const templates = {
    find: async (...asked: Parameters<typeof world.templates.find>) => {
      finds.push(asked[1]);
      return await world.templates.find(...asked);
    },
  };
  const generations = { find: async (id: string) => (id === TEMPLATE ? 3 : 1) };
  const keyRing = { current: "k2", keys: { k1: "o".repeat(64), k2: MASTER } };
  const dependencies = { ...world, templates, generations, keyRing };
  const mint = async (body: unknown, workspaceId = WORKSPACE) => {
    const caller = { workspaceId, planName: "plan", plan };
    return await mintImages(dependencies, { caller, baseUrl: BASE }, signBodySchema.parse(body));
  };
  return { world, finds, mint };
}

/** The fault of a mint that must have one. */
async function fault(minting: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await minting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error(`It was minted, or failed otherwise: ${String(error)}`);
}

const queryOf = (url = "") => Object.fromEntries(new URL(url).searchParams);
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

describe("a minted URL", () => {
  test("bears a signature that whoever follows docs/signing.md computes, at the template's generation", async () => {
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

  test("names the version, so that a published picture never changes", async () => {
    const { mint } = setUp();
    expect(queryOf((await mint({ template: TEMPLATE })).url)).toMatchObject({ version: "2" });
    expect(queryOf((await mint({ template: TEMPLATE, version: 1 })).url)).toMatchObject({ version: "1" });
  });

  test("is the same for requests that mean the same", async () => {
    const { mint } = setUp();
    const plain = await mint({ template: TEMPLATE.toUpperCase(), format: "jpg" });
    const wordy = { template: TEMPLATE, version: 2, format: "jpeg", scale: 1, layers: {}, transparent: false };
    expect(await mint(wordy)).toEqual(plain);
    expect(Object.keys(queryOf(plain.url)).sort()).toEqual(["exp", "format", "sig", "version"]);
  });

  test("ends exactly after the seconds that were asked for", async () => {
    const { mint, world } = setUp();
    for (const expiresIn of [60, 3601, 315_360_000]) {
      const { url, expiresAt } = await mint({ template: TEMPLATE, expiresIn });
      expect(Date.parse(expiresAt)).toBe(world.clock.nowMs + expiresIn * 1000);
      expect(queryOf(url).exp).toBe(String(world.clock.nowMs / 1000 + expiresIn));
    }
  });

  test.each([59, 315_360_001, 90.5, "3600"])("does not live for %p seconds", (expiresIn) => {
    expect(signBodySchema.safeParse({ template: TEMPLATE, expiresIn }).success).toBe(false);
  });

  test("is the same all day long and another the day after, and lives a year at least", async () => {
    const { mint, world } = setUp();
    const midnightMs = Date.UTC(2026, 10, 5);
    const urls = [];
    for (const ms of [0, 1, DAY_MS / 2, DAY_MS - 1, DAY_MS]) {
      world.clock.nowMs = midnightMs + ms;
      urls.push(await mint({ template: TEMPLATE }));
    }
    const [first, ...others] = urls;
    expect(first?.expiresAt).toBe("2027-11-06T00:00:00.000Z");
    expect(others.slice(0, 3)).toEqual([first, first, first]);
    expect(others[3]?.expiresAt).toBe("2027-11-07T00:00:00.000Z");
  });

  test("costs nothing and makes nothing", async () => {
    const { mint, world } = setUp({ ...UNLIMITED, credits: 0 });
    await mint({ template: TEMPLATE, jobs: 50 });
    expect([world.jobs.items.size, world.jobs.balances.size, world.sent, world.stored.size]).toEqual([0, 0, [], 0]);
  });
});

describe("several URLs", () => {
  test("of one picture differ by their nonce alone; a single one has none", async () => {
    const { mint } = setUp();
    const { url, expiresAt, urls } = await mint({ template: TEMPLATE, jobs: 50 });
    expect(urls.map((one) => queryOf(one.url).nonce)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 1)));
    expect(new Set(urls.map((one) => one.url)).size).toBe(50);
    expect(urls[0]).toEqual({ url, expiresAt });
    const single = await mint({ template: TEMPLATE, jobs: 1 });
    expect(single).toEqual(await mint({ template: TEMPLATE }));
    expect(queryOf(single.url)).not.toHaveProperty("nonce");
  });

  test("of a list come in its order, each with its own fields; the template is read once", async () => {
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

  test("are told every fault of every item by its index, and none is minted", async () => {
    const { mint } = setUp();
    const good = { template: TEMPLATE };
    const error = await fault(
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

  test("are malformed when one item is", async () => {
    const { mint } = setUp();
    const bad = { template: TEMPLATE, layers: { titel: {} } };
    const error = await fault(mint({ jobs: [bad, { template: "x" }, {}] }));
    expect(error.code).toBe("BAD_REQUEST");
    expect((error.details?.["jobs"] as { index: number }[]).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  test.each([[0], [51], [1.5], ["2"], [[]], [Array.from({ length: 51 }, () => ({ template: TEMPLATE }))]])(
    "are 1 to 50: not jobs = %j",
    (jobs) => {
      const parsed = signBodySchema.safeParse({ template: TEMPLATE, jobs });
      expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(["jobs"]);
    },
  );

  test("need no template beside a list; otherwise it is required", () => {
    expect(signBodySchema.safeParse({ jobs: [{ template: TEMPLATE }] }).success).toBe(true);
    for (const body of [{}, { jobs: 2 }]) {
      expect(signBodySchema.safeParse(body).error?.issues).toMatchObject([{ path: ["template"] }]);
    }
  });
});

describe("what can't be rendered is not minted", () => {
  test.each([
    ["an unknown template", { template: UNKNOWN }, "NOT_FOUND"],
    ["an unknown version", { template: TEMPLATE, version: 9 }, "NOT_FOUND"],
    ["an unknown layer", { template: TEMPLATE, layers: { titel: {} } }, "VALIDATION_ERROR"],
    ["a variable of another type", { template: TEMPLATE, variables: { price: "much" } }, "VALIDATION_ERROR"],
    ["a transparent jpg", { template: TEMPLATE, format: "jpg", transparent: true }, "VALIDATION_ERROR"],
    ["names that are no names", { template: AMBIGUOUS }, "DUPLICATE_LAYER_NAMES"],
  ])("%s", async (_what, body, code) => {
    expect((await fault(setUp().mint(body))).code).toBe(code);
  });

  test("another workspace's template is not there", async () => {
    expect((await fault(setUp().mint({ template: TEMPLATE }, OTHER_WORKSPACE))).code).toBe("NOT_FOUND");
  });

  test("a format that the plan lacks", async () => {
    const { mint } = setUp({ ...UNLIMITED, formats: ["png"] });
    expect((await fault(mint({ template: TEMPLATE, format: "webp" }))).code).toBe("FORBIDDEN");
  });

  test("a URL of more than 4,096 bytes, with the advice to upload images first", async () => {
    const { mint } = setUp();
    const longest = 4_096 - (await mint({ template: TEMPLATE, layers: { title: { text: "x" } } })).url.length + 1;
    const text = "x".repeat(longest);
    expect((await mint({ template: TEMPLATE, layers: { title: { text } } })).url).toHaveLength(4_096);
    const error = await fault(mint({ template: TEMPLATE, layers: { title: { text: `${text}x` } } }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(JSON.stringify(error.details)).toContain("Upload images first");
  });
});
