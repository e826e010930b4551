/** The fixtures that the tests of `createRender` share. */
import { type CreateRender, parseCreateRender } from "../../../core/contract/render-request.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import {
  createRender,
  type CreateRenderDependencies,
  type RequestContext,
} from "../../../core/renders/create-render.js";
import type { Job } from "../../../core/renders/job.js";
import { TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

export const TEAM = DEFAULT_PLANS.team as Plan;

export const contextOf = (workspaceId: string, plan = TEAM): RequestContext => ({
  caller: { workspaceId, planName: "team", plan },
  requestId: "request-1",
  baseUrl: "https://images.example.com",
});

export const CONTEXT = contextOf(WORKSPACE);

/** Creates a job. @throws Error if the response is a recorded one. */
export async function created(fixture: CreateRenderDependencies, body: CreateRender, context = CONTEXT): Promise<Job> {
  const result = await createRender(fixture, context, body);
  if (result.kind !== "created") throw new Error(result.kind);
  return result.job;
}

/** A request for a render of the template. */
export const request = (body: Record<string, unknown> = {}): CreateRender =>
  parseCreateRender({ template: TEMPLATE, ...body });
