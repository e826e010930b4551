/** Renders previews. It streams its responses, because a picture can be larger than a buffered response. */
import { startRendering } from "./start-rendering.js";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createThumbnailBucket } from "../../aws/thumbnail-bucket.js";
import { createTemplateFinder } from "../../aws/template-finder.js";
import { createUploadReader } from "../../aws/upload-bucket.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createDailyQuotas } from "../../core/access/daily-quotas.js";
import { createFailedWorkCounter, createFailureLimit } from "../../core/access/failed-work.js";
import { createPreviewBudget } from "../../core/access/preview-budget.js";
import { createOverlappingLimit, createWaitingLimit } from "../../core/access/concurrency-limit.js";
import {
  CONCURRENT_PREVIEWS,
  CONCURRENT_THUMBNAILS,
  FUNCTION_TIMEOUT_MS,
  PREVIEW_IMAGE_LIMITS,
  PREVIEW_IMAGES_MS,
  THUMBNAIL_WAIT_MS,
} from "../../core/contract/limits.js";
import { PREVIEW_BUDGET } from "@image-render/engine/limits";
import { fetchImage } from "../../core/fetching/fetch-image.js";
import { createGuardedFetcher } from "@image-render/guarded-fetch";
import { createImageTimeBudget } from "../../core/fetching/image-time-budget.js";
import type { RenderPreview } from "../../core/previews/make-preview.js";
import { withServiceErrors } from "../../core/shared/engine-errors.js";
import { IsolatedRenderer } from "@image-render/engine/process";
import { parseEnvironment } from "../shared/environment.js";
import { createUploadCheck } from "../../core/uploads/check-uploads.js";
import { createFindUploadImages } from "../../core/uploads/find-upload-images.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions } from "../shared/http-options.js";
import { startLog } from "../shared/logger.js";
import { reportEndedProcess } from "../shared/report-ended-process.js";
import { previewEnvironmentSchema } from "./env.js";
import { previewRoutes } from "./routes/previews.js";

const renderer = new IsolatedRenderer({ start: startRendering, budget: PREVIEW_BUDGET });
const env = parseEnvironment(previewEnvironmentSchema);
const log = startLog("preview", env.LOG_LEVEL);
renderer.onEnd(reportEndedProcess(log));
const documents = createDocumentClient();
const clients = { documents, secrets: new SecretsManagerClient({}) };
const limits = createLimitsTable(documents, env.LIMITS_TABLE);
const objects = new S3Client({});
const uploadStores = {
  uploads: createUploadsTable(documents, env.WORKSPACES_TABLE),
  files: createUploadFiles(objects, env.BUCKET),
  log,
};
const uploadReader = createUploadReader(objects, env.BUCKET);
const fetcher = createGuardedFetcher({ limits: PREVIEW_IMAGE_LIMITS, allowLoopback: env.ALLOW_LOOPBACK_TARGETS });
const runInImageTime = createImageTimeBudget(PREVIEW_IMAGES_MS);
const render: RenderPreview = (document, request, { version, workspaceId, onCpuMs, layout, parts }) =>
  runInImageTime((imageTime) =>
    withServiceErrors(() =>
      renderer.render(document, request, {
        version,
        // A preview is viewed only once.
        prefer: "speed",
        // An editor sends the same document again with small changes.
        isDraft: version === undefined,
        layout,
        parts,
        onCpuMs,
        uploads: { owner: workspaceId, load: (id) => uploadReader.read(workspaceId, id) },
        loadImage: async (url, over) =>
          (await fetchImage(fetcher, url, { signal: AbortSignal.any([imageTime(), over]) })).bytes,
      }),
    ),
  );
/** In this time, failures can use at most 24 s of processor time. The limit for a minute is usually 30 s. */
const FAILURE_TRUST = { trustMs: 3_000, concurrent: CONCURRENT_PREVIEWS + CONCURRENT_THUMBNAILS };
const slots = { store: limits, holdMs: FUNCTION_TIMEOUT_MS, now: Date.now, newToken: randomUUID };

export const handler = createHttpApp({
  ...(await createHttpOptions(env, clients, log)),
  streaming: true,
  routes: previewRoutes({
    templates: createTemplateFinder(documents, env.TEMPLATES_TABLE, createDocumentBucket(objects, env.BUCKET)),
    takeOfDay: createDailyQuotas(limits, Date.now),
    requireFewFailures: createFailureLimit(limits, Date.now, FAILURE_TRUST),
    countFailedWork: createFailedWorkCounter(limits, Date.now),
    spendPreviewTime: createPreviewBudget(limits, Date.now),
    beginBeforeSlot: createOverlappingLimit({ ...slots, name: "previews", slots: CONCURRENT_PREVIEWS }),
    waitForSlot: createWaitingLimit({
      ...slots,
      name: "thumbnails",
      slots: CONCURRENT_THUMBNAILS,
      maxWaitMs: THUMBNAIL_WAIT_MS,
      pause,
    }),
    thumbnails: createThumbnailBucket(objects, env.BUCKET),
    checkUploads: createUploadCheck(uploadStores),
    findUploadImages: createFindUploadImages(uploadStores),
    render,
  }),
});
