/** Renders the pictures of jobs in the function's rendering process, with guarded fetches and the budgets of jobs. */
import type { ChildProcess } from "node:child_process";
import type { S3Client } from "@aws-sdk/client-s3";
import { createUploadReader } from "../../aws/upload-bucket.js";
import { REMOTE_IMAGE_LIMITS, RENDER_IMAGES_MS } from "../../core/contract/limits.js";
import { RENDER_BUDGET } from "@image-render/engine/limits";
import { fetchImage } from "../../core/fetching/fetch-image.js";
import { createGuardedFetcher } from "@image-render/guarded-fetch";
import { createImageTimeBudget } from "../../core/fetching/image-time-budget.js";
import { IsolatedRenderer } from "@image-render/engine/process";
import type { RenderPicture } from "../../core/renders/render-claimed.js";
import { withServiceErrors } from "../../core/shared/engine-errors.js";
import type { FunctionLog } from "./logger.js";
import { createLoadingTime } from "./loading-time.js";
import { reportEndedProcess } from "./report-ended-process.js";

export interface RenderPictureOptions {
  /** Starts a rendering process. */
  readonly start: () => ChildProcess;
  readonly objects: S3Client;
  readonly bucket: string;
  readonly allowLoopback: boolean;
  readonly log: FunctionLog;
}

export function createRenderPicture({
  start,
  objects,
  bucket,
  allowLoopback,
  log,
}: RenderPictureOptions): RenderPicture {
  const renderer = new IsolatedRenderer({ start, budget: RENDER_BUDGET });
  renderer.onEnd(reportEndedProcess(log));
  const fetcher = createGuardedFetcher({ limits: REMOTE_IMAGE_LIMITS, allowLoopback });
  const uploads = createUploadReader(objects, bucket);
  const runInImageTime = createImageTimeBudget(RENDER_IMAGES_MS);
  return async (document, request, { version, workspaceId, onCpuMs }) => {
    const loading = createLoadingTime(() => performance.now());
    let encodeMs = 0;
    const picture = await runInImageTime((imageTime) =>
      withServiceErrors(() =>
        renderer.render(document, request, {
          version,
          onCpuMs,
          onEncoded: (milliseconds) => void (encodeMs = milliseconds),
          uploads: { owner: workspaceId, load: (id) => loading.during(() => uploads.read(workspaceId, id)) },
          loadImage: (url, over) =>
            loading.during(async () => {
              const { bytes } = await fetchImage(fetcher, url, { signal: AbortSignal.any([imageTime(), over]) });
              return bytes;
            }),
        }),
      ),
    );
    return { ...picture, parts: { loadMs: loading.totalMs(), encodeMs } };
  };
}
