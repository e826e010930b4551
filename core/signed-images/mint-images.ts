/** Mints signed image URLs: validates the request like a render, and signs its normalized form. */
import type { Issue } from "@image-render/engine/issues";
import { ServiceError } from "../contract/errors.js";
import { MINT_WARNINGS_MS } from "../contract/limits.js";
import type { ReadBody } from "../contract/parse-body.js";
import { type Mint, readMint, type SignResponse, type SignBody, type SignedUrl } from "../contract/sign-api.js";
import { type CheckContext, checkRender, type CheckRenderDependencies } from "../renders/check-render.js";
import { type FindWarnings, findWarningsUntil, requestWarnings } from "../renders/find-request-warnings.js";
import { inputsOf } from "../renders/job.js";
import type { KeyRing } from "../signing/key-ring.js";
import { catchServiceError, failedItemsOf, itemsError } from "../shared/item-errors.js";
import type { QueryPair } from "../signing/query-pairs.js";
import { signImageUrl, type TemplateSigningKey, templateSigningKey } from "../signing/sign-image-url.js";
import type { GenerationStore } from "../signing/signing-ports.js";
import { withTemplateCache } from "../templates/template-cache.js";
import { expiryOf } from "./expiry-of.js";
import { writePayload } from "./write-payload.js";

export interface MintDependencies extends CheckRenderDependencies {
  readonly keyRing: KeyRing;
  readonly generations: Pick<GenerationStore, "find">;
  readonly findWarnings: FindWarnings;
  readonly now: () => number;
}

/**
 * Does not render, write, or bill anything.
 *
 * @throws ServiceError as `checkRender`, and `VALIDATION_ERROR` for a URL that would be too long. For a
 *   list, all items are validated, and `details.jobs` contains the issues by item index.
 */
export async function mintImages(
  dependencies: MintDependencies,
  context: CheckContext,
  body: SignBody,
): Promise<SignResponse> {
  const mint = createMinter(withTemplateCache(dependencies), context);
  const { bodyIssues = [] } = context;
  const urls = Array.isArray(body.jobs)
    ? await mintList(mint, body.jobs, bodyIssues)
    : await mint({ body: readMint(body).body, issues: bodyIssues }, body.jobs ?? 1);
  const [first] = urls;
  if (first === undefined) throw new Error("The mint request contains no item.");
  return { ...first, urls };
}

/**
 * Mints one URL for each item, or throws an error about all items that failed. Its code is `BAD_REQUEST` if an item is
 * malformed, otherwise the code of the first error.
 */
async function mintList(mint: MintUrls, items: readonly unknown[], others: readonly Issue[]): Promise<SignedUrl[]> {
  const results = await Promise.all(items.map(async (item) => await catchServiceError(() => mint(readMint(item), 1))));
  const failed = failedItemsOf(results);
  const [first] = failed;
  if (first !== undefined || others.length > 0) {
    const isMalformed = failed.some(({ error }) => error.code === "BAD_REQUEST");
    throw itemsError(isMalformed ? "BAD_REQUEST" : (first?.error.code ?? "VALIDATION_ERROR"), failed, others);
  }
  return results.flatMap((result) => (result instanceof ServiceError ? [] : result));
}

/** Mints `count` URLs of one payload. */
type MintUrls = (mint: ReadBody<Mint>, count: number) => Promise<SignedUrl[]>;

/** Creates the function that mints the URLs of one request. All of them use the same time. */
function createMinter(dependencies: MintDependencies, { caller, baseUrl }: CheckContext): MintUrls {
  const { generations, keyRing, now } = dependencies;
  const nowMs = now();
  const findWarnings = findWarningsUntil(nowMs + MINT_WARNINGS_MS, now, dependencies.findWarnings);
  const signingKeys = new Map<string, Promise<TemplateSigningKey>>();
  const signingKeyOf = (templateId: string) =>
    getOrCreate(signingKeys, templateId, async () =>
      templateSigningKey(keyRing, templateId, await generations.find(templateId)),
    );

  return async ({ body: mint, issues: bodyIssues }, count) => {
    const checked = await checkRender(dependencies, { caller, baseUrl, bodyIssues }, { ...mint, dryRun: true });
    const { template, request } = checked;
    const key = await signingKeyOf(template.id);
    const expiresAtSeconds = expiryOf(mint.expiresIn, nowMs);
    const pairs = [
      ...writePayload(template.document, { ...mint, ...inputsOf(request), version: template.version }),
      { key: "exp", value: String(expiresAtSeconds) },
    ];
    const expiresAt = new Date(expiresAtSeconds * 1000).toISOString();
    const found = await requestWarnings(findWarnings, caller.workspaceId, mint, checked);
    const warnings = found.length > 0 ? { warnings: found } : {};
    return noncesOf(count).map((nonce) => {
      const url = signImageUrl(baseUrl, key, [...pairs, ...nonce]);
      return { url, expiresAt, ...warnings };
    });
  };
}

/** Returns the pairs that make URLs of the same payload distinct. A single URL needs none. */
function noncesOf(count: number): readonly (readonly QueryPair[])[] {
  if (count === 1) return [[]];
  return Array.from({ length: count }, (_, index) => [{ key: "nonce", value: String(index + 1) }]);
}

function getOrCreate<T>(map: Map<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
