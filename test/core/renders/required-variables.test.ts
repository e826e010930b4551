import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { createRenderFixture, DOCUMENT, templateVersion } from "../../support/render-fixture.js";
import { CONTEXT, created, request } from "./create-fixture.js";

const UPLOAD = "11111111-2222-4333-8444-000000000001";

const document = JSON.stringify({
  ...DOCUMENT,
  variables: [
    { name: "accent", type: "color", required: true, default: "#ff0000" },
    { name: "photo", type: "image", required: true },
    { name: "note", type: "string" },
  ],
});

async function issuesOf(body: Record<string, unknown>, checkUploads = noIssues) {
  const fixture = createRenderFixture([], [templateVersion({ document })]);
  const thrown = await created({ ...fixture, checkUploads }, request(body)).catch((error: unknown) => error);
  if (!(thrown instanceof ServiceError)) return [];
  return (thrown.details?.issues as { path: string }[]).map(({ path }) => path);
}

const noIssues: ReturnType<typeof createRenderFixture>["checkUploads"] = async () => Promise.resolve([]);

describe("a render of a template with required variables", () => {
  test("a render that sets them is created", async () => {
    const photo = `${CONTEXT.baseUrl}/api/v1/uploads/${UPLOAD}/file`;
    const fixture = createRenderFixture([], [templateVersion({ document })]);
    const variables = { accent: "navy", photo };
    const job = await created({ ...fixture, checkUploads: noIssues }, request({ variables }));
    expect(job.inputs).toMatchObject({ variables: { accent: "navy", photo: `/api/v1/uploads/${UPLOAD}/file` } });
  });

  test("a render without them is refused with one issue for each, and so is a dry run", async () => {
    expect(await issuesOf({ variables: { note: "x" } })).toEqual(["variables.accent", "variables.photo"]);
    expect(await issuesOf({ dryRun: true })).toEqual(["variables.accent", "variables.photo"]);
  });

  test("missing variables are reported together with wrong ones", async () => {
    expect(await issuesOf({ variables: { accent: "bright" } })).toEqual(["variables.photo", "variables.accent"]);
  });

  test("an upload in an image variable that no layer shows is checked like that of a layer", async () => {
    const variables = { accent: "navy", photo: `/api/v1/uploads/${UPLOAD}/file` };
    const refuse: typeof noIssues = async (_workspaceId, uploads) =>
      Promise.resolve(uploads.map(({ path }) => ({ path, message: "There is no such upload." })));
    expect(await issuesOf({ variables }, refuse)).toEqual(["variables.photo"]);
  });
});
