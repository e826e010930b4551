/** Checks what the key may do, and whether its workspace can still render. */
import { callerBodySchema, usageBodySchema } from "../../core/contract/access-api.js";
import { ApiError } from "../api/api-error.js";
import type { ApiClient } from "../api/client.js";
import { type Finding, ok, reasonOf, wrong } from "./finding.js";

/** A render and a first view of a signed image. */
const CREDITS_OF_DOCTOR = 2;

export interface KeyReport {
  readonly findings: readonly Finding[];
  /** Empty if the key is not valid. */
  readonly scopes: readonly string[];
  readonly canRender: boolean;
}

export async function checkKey(client: ApiClient): Promise<KeyReport> {
  try {
    const { requestJson } = await client.run(async (irs) =>
      Promise.resolve({ requestJson: irs.requestJson.bind(irs) }),
    );
    const session = await client.read(callerBodySchema, async () => (await requestJson("GET /session")).body);
    const usage = await client.read(usageBodySchema, (irs) => irs.usage.get());
    const { scopes, workspaceId } = session;
    const { plan, credits, month } = usage;
    const findings = [
      ok("key", `It belongs to the workspace ${workspaceId}, with the scopes ${scopes.join(", ")}.`),
      credits.remaining >= CREDITS_OF_DOCTOR
        ? ok(
            "credits",
            `${digits(credits.remaining)} of ${digits(credits.granted)} of the plan ${plan.name} are left in ${month}.`,
          )
        : wrong(
            "credits",
            `The workspace has ${digits(credits.remaining)} of ${digits(credits.granted)} credits left in ${month}.`,
            `Give it a larger plan: irs workspaces update ${workspaceId} --plan PLAN. The next month begins with new credits.`,
          ),
    ];
    return { findings, scopes, canRender: scopes.includes("render") && credits.remaining >= CREDITS_OF_DOCTOR };
  } catch (error) {
    const refused = error instanceof ApiError && error.facts.startsWith("401");
    const mend = refused
      ? "Create a key in the studio or with the operator's key: irs keys create NAME. The first key is a secret of the stack: see docs/deploy.md."
      : "Look for the request in the logs of the function api: docs/runbook.md.";
    return { findings: [wrong("key", reasonOf(error), mend)], scopes: [], canRender: false };
  }
}

const digits = (number: number): string => number.toLocaleString("en-US");
