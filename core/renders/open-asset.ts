/** Opens the picture of a finished job for an authorized caller. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { ImageFormat } from "@image-render/engine/formats";
import { verifyAsset } from "../signing/asset-signature.js";
import type { AssetConditions, AssetStore, OpenedAsset } from "../shared/asset-store.js";
import type { KeyRing } from "../signing/key-ring.js";
import { getRender } from "./get-render.js";
import { type Job, pictureKey } from "./job.js";
import type { JobStore } from "./ports.js";

export interface OpenAssetDependencies {
  readonly jobs: Pick<JobStore, "find" | "findOwned">;
  readonly assets: AssetStore;
  readonly keyRing: KeyRing;
}

export interface AssetRequest extends AssetConditions {
  readonly jobId: string;
  readonly sig: string | undefined;
  /** The caller's workspace. Required without `sig`. */
  readonly workspaceId: string | undefined;
}

export interface Asset {
  readonly jobId: string;
  readonly format: ImageFormat;
  /** Whether the request was authorized by `sig`. Only then can shared caches store the response. */
  readonly signed: boolean;
  readonly opened: Exclude<OpenedAsset, { kind: "archived" | "missing" }>;
}

/**
 * @throws ServiceError `UNAUTHORIZED` for an invalid signature, or without signature and caller. `NOT_FOUND` for an
 *   unknown or unfinished job, with its status in `details`, and for a deleted one. `GONE` if the file of a done job
 *   was archived or has expired.
 */
export async function openAsset(dependencies: OpenAssetDependencies, request: AssetRequest): Promise<Asset> {
  const location =
    request.sig === undefined ? await findDone(dependencies, request) : checkSignature(dependencies, request);
  const opened = await openStored(dependencies, location, request);
  if (opened.kind === "archived" || opened.kind === "missing") {
    const path = `/api/v1/renders/${location.id}/rerender`;
    throw new ServiceError("GONE", `The picture is no longer stored. Render it again with POST ${path}.`);
  }
  return { jobId: location.id, format: location.format, signed: request.sig !== undefined, opened };
}

/** The values that determine the storage key. A signature contains ID and format, but not `storedAs`. */
type AssetLocation = Pick<Job, "id" | "format" | "storedAs">;

async function openStored(
  { assets, jobs }: OpenAssetDependencies,
  location: AssetLocation,
  request: AssetRequest,
): Promise<OpenedAsset> {
  const opened = await assets.open(pictureKey(location), request);
  if (opened.kind !== "missing" || location.storedAs !== undefined || request.sig === undefined) return opened;
  // A signature outlives its job. The picture of a signed image has a different storage key, which only its job
  // contains.
  const job = await jobs.find(location.id);
  if (job?.storedAs !== undefined) return await assets.open(job.storedAs, request);
  if (job === undefined || job.deletedAtMs !== undefined) throw noSuchPicture();
  return opened;
}

/** Returns the error for callers who need no workspace. */
function noSuchPicture(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such render.");
}

function checkSignature({ keyRing }: OpenAssetDependencies, request: AssetRequest): AssetLocation {
  const jobId = request.jobId.toLowerCase();
  if (!z.uuid().safeParse(jobId).success) throw noSuchPicture();
  const format = verifyAsset(keyRing, jobId, request.sig ?? "");
  if (format === undefined) throw new ServiceError("UNAUTHORIZED", "The signature is not valid for this picture.");
  return { id: jobId, format };
}

async function findDone({ jobs }: OpenAssetDependencies, { workspaceId, jobId }: AssetRequest): Promise<AssetLocation> {
  if (workspaceId === undefined) throw new ServiceError("UNAUTHORIZED", "An API key or a signature is required.");
  const job = await getRender(jobs, workspaceId, jobId);
  if (job.status !== "done") {
    const reason =
      job.status === "failed" ? "The render failed, so it has no picture." : "The render is not finished yet.";
    throw new ServiceError("NOT_FOUND", reason, { details: { status: job.status } });
  }
  return job;
}
