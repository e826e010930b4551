/** Mints signed image URLs: validates the request like a render, and signs its normalized form. */
import type { Caller } from "../access/authenticate.js";
import { checkFeatures } from "../billing/check-features.js";
import { type Issue, ServiceError } from "../contract/errors.js";
import { MINT_WARNINGS_MS } from "../contract/limits.js";
import { type Mint, parseMint, type SignResponse, type SignBody, type SignedUrl } from "../contract/sign-api.js";
import { type FindWarnings, findWarningsUntil } from "../renders/find-request-warnings.js";
import { checkRender, type CheckRenderDependencies } from "../renders/create-render.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { QueryPair } from "../signing/query-pairs.js";
import { signImageUrl, type TemplateSigningKey, templateSigningKey } from "../signing/sign-image-url.js";
import type { GenerationStore } from "../signing/signing-ports.js";
import type { TemplateStore } from "../templates/template-version.js";
import { expiryOf } from "./expiry-of.js";
import { writePayload } from "./write-payload.js";

export interface MintDependencies extends CheckRenderDependencies {
  readonly keyRing: KeyRing;
  readonly generations: Pick<GenerationStore, "find">;
  readonly findWarnings: FindWarnings;
  readonly now: () => number;
}

/** The caller, and the base URL of the minted URLs. */
export interface MintContext {
  readonly caller: Pick<Caller, "workspaceId" | "planName" | "plan">;
  readonly baseUrl: string;
}

/**
 * Renders, writes, and bills nothing.
 *
 * @throws ServiceError as `checkRender` and `checkFeatures`, and `VALIDATION_ERROR` for a URL that would be too long. For a
 *   list, all items are validated, and `details.jobs` contains the issues by item index.
 */
export async function mintImages(
  dependencies: MintDependencies,
  context: MintContext,
  body: SignBody,
): Promise<SignResponse> {
  const mint = createMinter(withTemplateCache(dependencies), context);
  const urls = Array.isArray(body.jobs) ? await mintList(mint, body.jobs) : await mint(parseMint(body), body.jobs ?? 1);
  const [first] = urls;
  if (first === undefined) throw new Error("The mint request contains no item.");
  return { ...first, urls };
}

/** Mints one URL for each item, or throws an error about all items that failed. */
async function mintList(mint: MintUrls, items: readonly unknown[]): Promise<SignedUrl[]> {
  const results = await Promise.all(items.map(async (item) => await catchError(() => mint(parseMint(item), 1))));
  const failed = results.flatMap((result, index) => (result instanceof ServiceError ? [{ index, error: result }] : []));
  const [first] = failed;
  if (first !== undefined) throw listError(first, failed);
  return results.flatMap((result) => (result instanceof ServiceError ? [] : result));
}

async function catchError<T>(work: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

interface FailedItem {
  readonly index: number;
  readonly error: ServiceError;
}

/** The error of a list. Its code is `BAD_REQUEST` if an item is malformed, otherwise the code of the first error. */
function listError(first: FailedItem, failed: readonly FailedItem[]): ServiceError {
  const malformed = failed.find(({ error }) => error.code === "BAD_REQUEST");
  const { index, error } = malformed ?? first;
  const jobs = failed.map((item) => ({ index: item.index, issues: issuesOf(item.error) }));
  const issues = jobs.flatMap((job) =>
    job.issues.map(({ path, message }) => ({
      path: path === "" ? `jobs[${job.index}]` : `jobs[${job.index}].${path}`,
      message,
    })),
  );
  return new ServiceError(error.code, `jobs[${index}]: ${error.message}`, { details: { issues, jobs }, cause: error });
}

function issuesOf({ details, message, code }: ServiceError): readonly Issue[] {
  const issues = details?.["issues"];
  if (Array.isArray(issues)) return issues as Issue[];
  return [{ path: code === "NOT_FOUND" ? "template" : "", message }];
}

/** Mints `count` URLs of one payload. */
type MintUrls = (mint: Mint, count: number) => Promise<SignedUrl[]>;

/** Creates the function that mints the URLs of one request. All of them use the same time. */
function createMinter(dependencies: MintDependencies, { caller, baseUrl }: MintContext): MintUrls {
  const { generations, keyRing, now } = dependencies;
  const nowMs = now();
  const findWarnings = findWarningsUntil(nowMs + MINT_WARNINGS_MS, now, dependencies.findWarnings);
  const signingKeys = new Map<string, Promise<TemplateSigningKey>>();
  const signingKeyOf = (templateId: string) =>
    getOrCreate(signingKeys, templateId, async () =>
      templateSigningKey(keyRing, templateId, await generations.find(templateId)),
    );

  return async (mint, count) => {
    checkFeatures(caller.planName, caller.plan, mint);
    const from = { workspaceId: caller.workspaceId, baseUrl };
    const { template, inputs } = await checkRender(dependencies, from, { ...mint, dryRun: true });
    const key = await signingKeyOf(template.id);
    const expiresAtSeconds = expiryOf(mint.expiresIn, nowMs);
    const pairs = [
      ...writePayload(template.document, { ...mint, ...inputs, version: template.version }),
      { key: "exp", value: String(expiresAtSeconds) },
    ];
    const expiresAt = new Date(expiresAtSeconds * 1000).toISOString();
    const found = await findWarnings(template.document, inputs, caller.workspaceId);
    const warnings = found.length > 0 ? { warnings: [...found] } : {};
    return noncesOf(count).map((nonce) => {
      const url = signImageUrl(baseUrl, key, [...pairs, ...nonce]);
      return { url, expiresAt, ...warnings };
    });
  };
}

/** The pairs that make URLs of the same payload distinct. A single URL needs none. */
function noncesOf(count: number): readonly (readonly QueryPair[])[] {
  if (count === 1) return [[]];
  return Array.from({ length: count }, (_, index) => [{ key: "nonce", value: String(index + 1) }]);
}

/** Reads each template once per request. Items of a list often name the same one, and must get the same version. */
function withTemplateCache(dependencies: MintDependencies): MintDependencies {
  const found = new Map<string, ReturnType<TemplateStore["find"]>>();
  const find: TemplateStore["find"] = (workspaceId, id, version) =>
    getOrCreate(found, `${id} ${version}`, () => dependencies.templates.find(workspaceId, id, version));
  return { ...dependencies, templates: { find } };
}

function getOrCreate<T>(map: Map<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
