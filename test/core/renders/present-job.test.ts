import { describe, expect, test } from "@jest/globals";
import { jobBodySchema } from "../../../core/contract/job-body.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { verifyAsset } from "../../../core/signing/asset-signature.js";
import { JOB, queuedJob, START_MS, TEMPLATE } from "../../support/render-fixture.js";

const ring = { current: "k1", keys: { k1: "k".repeat(64) } };

describe("the job body", () => {
  test("the body of a queued job omits values that are not known yet", () => {
    expect(presentJob(queuedJob({ metadata: { order: "7" } }), ring)).toEqual({
      id: JOB,
      status: "queued",
      template: TEMPLATE,
      version: 1,
      format: "png",
      width: 400,
      height: 200,
      scale: 1,
      attempts: 0,
      priority: 5,
      createdAt: "2026-11-01T12:00:00.000Z",
      metadata: { order: "7" },
    });
  });

  test("the body of a done job contains a valid asset URL", () => {
    const body = presentJob(
      queuedJob({ status: "done", finishedAtMs: START_MS + 5, bytes: 9, renderMs: 3, warnings: [] }),
      ring,
    );
    const url = new URL(body.assetUrl ?? "");
    expect(url.origin + url.pathname).toBe(`https://images.example.com/api/v1/renders/${JOB}/asset`);
    expect(verifyAsset(ring, JOB, url.searchParams.get("sig") ?? "")).toBe("png");
    expect(body).not.toHaveProperty("warnings");
    expect(jobBodySchema.parse(body)).toEqual(body);
  });

  test("the body shows the warnings, the quality, the origin and the webhook of a job, if it has them", () => {
    const warnings = [{ code: "TEXT_CUT" as const, layer: "title", message: "The text was cut." }];
    const facts = { quality: 80, rerenderOf: TEMPLATE, webhookLastError: "It responded with 500." };
    const body = presentJob(queuedJob({ ...facts, warnings, webhookDeliveredAtMs: START_MS + 7_000 }), ring);
    expect(body).toMatchObject({ ...facts, warnings, webhookDeliveredAt: "2026-11-01T12:00:07.000Z" });
  });

  test("the body of a done job has its time by stage, and the body of a job without measured stages has none", () => {
    const body = presentJob(queuedJob({ status: "done", stages: [4, 3, 15, 9, 6] }), ring);
    expect(body.stages).toEqual({ queuedMs: 4, loadMs: 3, drawMs: 15, encodeMs: 9, storeMs: 6 });
    expect(jobBodySchema.parse(body)).toEqual(body);
    expect(presentJob(queuedJob({ status: "done" }), ring)).not.toHaveProperty("stages");
  });

  test("the body of a job whose picture is archived has the time of the archiving, and no asset URL", () => {
    const body = presentJob(
      queuedJob({ status: "done", archivedAtMs: START_MS + 5, archivalPublishedAtMs: START_MS + 6 }),
      ring,
    );
    expect(body).toMatchObject({ status: "done", archivedAt: "2026-11-01T12:00:00.005Z" });
    expect(body).not.toHaveProperty("assetUrl");
    expect(jobBodySchema.parse(body)).toEqual(body);
  });

  test("the body contains no leases, tokens, or workspaces", () => {
    const body = presentJob(
      queuedJob({ leaseToken: "secret", leaseUntilMs: 5, status: "failed", error: "No image." }),
      ring,
    );
    expect(JSON.stringify(body)).not.toMatch(/lease|secret|workspace/i);
    expect(body.error).toBe("No image.");
  });
});
