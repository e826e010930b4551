/** Opens the picture of a finished render for a caller who may have it. */
import type { Readable } from "node:stream";
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { ImageFormat } from "../contract/image-format.js";
import { verifyAsset } from "../signing/asset-signature.js";
import type { KeyRing } from "../signing/key-ring.js";
import { getRender } from "./get-render.js";
import { type Job, pictureKey } from "./job.js";
import type { JobStore } from "./ports.js";

/** The parts of an HTTP request that decide which bytes are sent. */
export interface AssetConditions {
  readonly headOnly: boolean;
  readonly range?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A stored picture, or why there is none to send. */
export type OpenedAsset =
  | {
      readonly kind: "open";
      readonly status: 200 | 206;
      /** Content-Type, Content-Range, ETag, Last-Modified as stored. No Content-Length: function URLs rename it. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Readable | undefined;
    }
  | { readonly kind: "not-modified"; readonly etag: string | undefined }
  | { readonly kind: "unsatisfiable-range" }
  | { readonly kind: "archived" }
  | { readonly kind: "missing" };

export interface AssetStore {
  open(key: string, conditions: AssetConditions): Promise<OpenedAsset>;
}

export interface OpenAssetDependencies {
  readonly jobs: Pick<JobStore, "find" | "findOwned">;
  readonly assets: AssetStore;
  readonly keyRing: KeyRing;
}

export interface AssetRequest extends AssetConditions {
  readonly jobId: string;
  readonly sig: string | undefined;
  /** Of the caller, where no signature stands in for one. */
  readonly workspaceId: string | undefined;
}

export interface Asset {
  readonly jobId: string;
  readonly format: ImageFormat;
  /** Whether the signature opened it, so that shared caches may keep it. */
  readonly signed: boolean;
  readonly opened: Exclude<OpenedAsset, { kind: "archived" | "missing" }>;
}

/**
 * @throws ServiceError `UNAUTHORIZED` for a bad signature or neither signature nor caller, `NOT_FOUND` for an unknown or unfinished render (its
 *   status stands in `details`), `GONE` when the stored file was archived or has expired.
 */
export async function openAsset(dependencies: OpenAssetDependencies, request: AssetRequest): Promise<Asset> {
  const place =
    request.sig === undefined ? await findDone(dependencies, request) : checkSignature(dependencies, request);
  const opened = await openStored(dependencies, place, request);
  if (opened.kind === "archived" || opened.kind === "missing") {
    throw new ServiceError("GONE", "The picture is no longer kept; render it again.");
  }
  return { jobId: place.id, format: place.format, signed: request.sig !== undefined, opened };
}

/** What places a picture. Of one that only a signature opens, the job has not been read. */
type Place = Pick<Job, "id" | "format" | "storedAs">;

async function openStored(
  { assets, jobs }: OpenAssetDependencies,
  place: Place,
  request: AssetRequest,
): Promise<OpenedAsset> {
  const opened = await assets.open(pictureKey(place), request);
  if (opened.kind !== "missing" || place.storedAs !== undefined) return opened;
  // The picture of a signed image lies elsewhere, which its job alone knows.
  const storedAs = request.sig === undefined ? undefined : (await jobs.find(place.id))?.storedAs;
  return storedAs === undefined ? opened : await assets.open(storedAs, request);
}

function checkSignature({ keyRing }: OpenAssetDependencies, request: AssetRequest): Place {
  const jobId = request.jobId.toLowerCase();
  if (!z.uuid().safeParse(jobId).success) throw new ServiceError("NOT_FOUND", "There is no such render.");
  const format = verifyAsset(keyRing, jobId, request.sig ?? "");
  if (format === undefined) throw new ServiceError("UNAUTHORIZED", "The signature does not open this picture.");
  return { id: jobId, format };
}

async function findDone({ jobs }: OpenAssetDependencies, { workspaceId, jobId }: AssetRequest): Promise<Place> {
  if (workspaceId === undefined) throw new ServiceError("UNAUTHORIZED", "A key or a signature is needed.");
  const job = await getRender(jobs, workspaceId, jobId);
  if (job.status !== "done") {
    const reason =
      job.status === "failed" ? "The render failed; it has no picture." : "The render is not finished yet.";
    throw new ServiceError("NOT_FOUND", reason, { details: { status: job.status } });
  }
  return job;
}
