/** Mints signed image URLs: checks what they are to show as a render would, and signs it in its normal form. */
import type { Caller } from "../access/authenticate.js";
import { checkFeatures } from "../billing/check-features.js";
import { type Issue, ServiceError } from "../contract/errors.js";
import { type Mint, parseMint, type SignResponse, type SignBody, type SignedUrl } from "../contract/sign-api.js";
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
  readonly now: () => number;
}

/** For whom, and under which address. */
export interface MintContext {
  readonly caller: Pick<Caller, "workspaceId" | "planName" | "plan">;
  readonly baseUrl: string;
}

/**
 * Nothing is rendered, written or billed.
 *
 * @throws ServiceError as `checkRender` and `checkFeatures`, and `VALIDATION_ERROR` for a URL that would be too long. Of a
 *   list every item is looked at: `details.jobs` tells the faults by the item's index.
 */
export async function mintImages(
  dependencies: MintDependencies,
  context: MintContext,
  body: SignBody,
): Promise<SignResponse> {
  const nowMs = dependencies.now();
  const minter = new Minter(withMemory(dependencies), context, nowMs);
  const urls = Array.isArray(body.jobs)
    ? await mintList(minter, body.jobs)
    : await minter.mint(parseMint(body), body.jobs ?? 1);
  const [first] = urls;
  if (first === undefined) throw new Error("No URL was asked for.");
  return { ...first, urls };
}

/** One URL for each item, or word of every item that can't have one. */
async function mintList(minter: Minter, items: readonly unknown[]): Promise<SignedUrl[]> {
  const outcomes = await Promise.all(items.map(async (item) => await settle(() => minter.mint(parseMint(item), 1))));
  const faults = outcomes.flatMap((outcome, index) => (outcome instanceof ServiceError ? [{ index, outcome }] : []));
  const [first] = faults;
  if (first !== undefined) throw listError(first, faults);
  return outcomes.flatMap((outcome) => (outcome instanceof ServiceError ? [] : outcome));
}

async function settle<T>(work: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

interface ItemFault {
  readonly index: number;
  readonly outcome: ServiceError;
}

/** A malformed item makes the whole list malformed; else the first fault gives its code. */
function listError(first: ItemFault, faults: readonly ItemFault[]): ServiceError {
  const malformed = faults.find(({ outcome }) => outcome.code === "BAD_REQUEST");
  const { index, outcome } = malformed ?? first;
  const jobs = faults.map((fault) => ({ index: fault.index, issues: issuesOf(fault.outcome) }));
  const issues = jobs.flatMap((job) =>
    job.issues.map(({ path, message }) => ({
      path: path === "" ? `jobs[${job.index}]` : `jobs[${job.index}].${path}`,
      message,
    })),
  );
  return new ServiceError(outcome.code, `jobs[${index}]: ${outcome.message}`, {
    details: { issues, jobs },
    cause: outcome,
  });
}

function issuesOf({ details, message, code }: ServiceError): readonly Issue[] {
  const issues = details?.["issues"];
  if (Array.isArray(issues)) return issues as Issue[];
  return [{ path: code === "NOT_FOUND" ? "template" : "", message }];
}

/** Mints for one call: every URL of it is of the same moment. */
class Minter {
  private readonly signingKeys = new Map<string, Promise<TemplateSigningKey>>();

  constructor(
    private readonly dependencies: MintDependencies,
    private readonly context: MintContext,
    private readonly nowMs: number,
  ) {}

  async mint(mint: Mint, count: number): Promise<SignedUrl[]> {
    const { caller, baseUrl } = this.context;
    checkFeatures(caller.planName, caller.plan, mint);
    const { template } = await checkRender(this.dependencies, caller.workspaceId, { ...mint, dryRun: true });
    const key = await this.signingKeyOf(template.id);
    const expiresAtSeconds = expiryOf(mint.expiresIn, this.nowMs);
    const pairs = [
      ...writePayload(template.document, { ...mint, version: template.version }),
      { key: "exp", value: String(expiresAtSeconds) },
    ];
    const expiresAt = new Date(expiresAtSeconds * 1000).toISOString();
    return noncesOf(count).map((nonce) => ({ url: signImageUrl(baseUrl, key, [...pairs, ...nonce]), expiresAt }));
  }

  private signingKeyOf(templateId: string): Promise<TemplateSigningKey> {
    const { generations, keyRing } = this.dependencies;
    return remember(this.signingKeys, templateId, async () =>
      templateSigningKey(keyRing, templateId, await generations.find(templateId)),
    );
  }
}

/** What tells URLs of one payload apart; a single one needs nothing. */
function noncesOf(count: number): readonly (readonly QueryPair[])[] {
  if (count === 1) return [[]];
  return Array.from({ length: count }, (_, index) => [{ key: "nonce", value: String(index + 1) }]);
}

/** A list often names one template fifty times; it is read once, so that all of them show the same version too. */
function withMemory(dependencies: MintDependencies): MintDependencies {
  const found = new Map<string, ReturnType<TemplateStore["find"]>>();
  const find: TemplateStore["find"] = (workspaceId, id, version) =>
    remember(found, `${id} ${version}`, () => dependencies.templates.find(workspaceId, id, version));
  return { ...dependencies, templates: { find } };
}

function remember<T>(memory: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = memory.get(key) ?? make();
  memory.set(key, known);
  return known;
}
