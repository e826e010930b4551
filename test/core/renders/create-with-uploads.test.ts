import { expect, test } from "@jest/globals";
import { type CreateRender, parseCreateRender } from "../../../core/contract/create-render.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import {
  createRender,
  type CreateRenderDependencies,
  type RequestContext,
} from "../../../core/renders/create-render.js";
import type { Job } from "../../../core/renders/job.js";
import { createRenderFixture, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

const TEAM = DEFAULT_PLANS.team as Plan;
const contextOf = (workspaceId: string, plan = TEAM): RequestContext => ({
  caller: { workspaceId, planName: "team", plan },
  requestId: "request-1",
  baseUrl: "https://images.example.com",
});
const CONTEXT = contextOf(WORKSPACE);

async function created(fixture: CreateRenderDependencies, body: CreateRender, context = CONTEXT): Promise<Job> {
  const result = await createRender(fixture, context, body);
  if (result.kind !== "created") throw new Error(result.kind);
  return result.job;
}

const request = (body: Record<string, unknown> = {}): CreateRender =>
  parseCreateRender({ template: TEMPLATE, ...body });

test("createRender checks and stores the absolute URL of an own upload as its path, in layers and variables", async () => {
  const path = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";
  const photo = { id: "p", type: "image", name: "photo", width: 10, height: 10 };
  const document = {
    width: 100,
    height: 100,
    variables: [{ name: "face", type: "string" }],
    layers: [photo, { ...photo, id: "f", name: "face", image_url: "{{face}}" }],
  };
  const fixture = createRenderFixture([], [templateVersion({ document: JSON.stringify(document) })]);
  const named: string[] = [];
  const checkUploads: typeof fixture.checkUploads = async (_workspaceId, uploads) => {
    named.push(...uploads.map(({ path: place }) => place));
    return Promise.resolve([]);
  };
  const url = `${CONTEXT.baseUrl}${path}`;
  const body = request({ layers: { photo: { image_url: url } }, variables: { face: url } });
  const job = await created({ ...fixture, checkUploads }, body);
  expect(named).toEqual(["layers.photo.image_url", "variables.face"]);
  expect(job.inputs).toEqual({ layers: { photo: { image_url: path } }, variables: { face: path } });
});
