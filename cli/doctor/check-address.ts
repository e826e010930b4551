/** Checks from outside that a service responds, and what it says about itself. */
import * as z from "zod";
import type { Connection } from "../api/connection.js";
import { type Finding, ok, reasonOf, skipped, wrong } from "./finding.js";

const TIMEOUT_MS = 15_000;
/** A receiver of webhooks refuses a delivery whose time differs by more than 5 minutes from its own. */
const MAX_SKEW_SECONDS = 60;

const healthSchema = z.object({
  status: z.literal("ok"),
  version: z.string().optional(),
  commit: z.string().optional(),
});

export interface AddressReport {
  readonly findings: readonly Finding[];
  /** Whether the service can be used at all. */
  readonly responds: boolean;
}

/** @param ownVersion the version of this `irs` */
export async function checkAddress({ baseUrl }: Connection, ownVersion: string): Promise<AddressReport> {
  const startMs = Date.now();
  try {
    const response = await fetch(`${baseUrl}/api/v1/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    const endMs = Date.now();
    const body: unknown = await response.json().catch(() => undefined);
    const health = healthSchema.safeParse(body);
    if (!health.success || response.status !== 200)
      return { findings: [notTheService(baseUrl, response)], responds: false };
    const findings = [
      ok("address", `${baseUrl} responds in ${endMs - startMs} ms.`),
      checkTls(baseUrl),
      checkClock(response, (startMs + endMs) / 2),
      checkVersion(health.data, ownVersion),
    ];
    return { findings, responds: true };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const mend = isLocal(baseUrl)
      ? 'Start the service with "npm start", or give the address of another one with --url.'
      : "Check the address, and that its name resolves (dig). The output BaseUrl of the stack is the address.";
    return { findings: [wrong("address", `${baseUrl} does not respond: ${reasonOf(cause)}`, mend)], responds: false };
  }
}

/** Returns whether the address belongs to this computer. */
export function isLocal(baseUrl: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);
}

function notTheService(baseUrl: string, { status, headers }: Response): Finding {
  const server = headers.get("server");
  const from = server === null ? "" : ` from ${server}`;
  const target = headers.get("location");
  const mend =
    target === null
      ? "Use the output BaseUrl of the stack: the address of CloudFront or your own domain, not that of an origin."
      : `The address redirects to ${target}. Use that one.`;
  return wrong("address", `${baseUrl}/api/v1/health returned ${status}${from}, not the state of the service.`, mend);
}

function checkTls(baseUrl: string): Finding {
  if (baseUrl.startsWith("https:")) return ok("encryption", "The address uses HTTPS.");
  if (isLocal(baseUrl)) return ok("encryption", "The address is on this computer, so it needs no HTTPS.");
  const mend = `Use https://${baseUrl.slice("http://".length)}. The key travels unencrypted otherwise.`;
  return wrong("encryption", "The address does not use HTTPS.", mend);
}

function checkClock({ headers }: Response, atMs: number): Finding {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return skipped("clock", "The response has no date.");
  // The header has whole seconds.
  const seconds = Math.round(Math.abs(date + 500 - atMs) / 1000);
  if (seconds <= MAX_SKEW_SECONDS) return ok("clock", `The clocks differ by ${seconds} s at most.`);
  const mend =
    "Set the clock of this computer (timedatectl set-ntp true). Receivers refuse webhooks from 5 minutes on, and S3 refuses uploads from 15 minutes on.";
  return wrong("clock", `This computer's clock differs by ${seconds} s from the service's.`, mend);
}

function checkVersion({ version, commit }: z.infer<typeof healthSchema>, ownVersion: string): Finding {
  if (version === undefined) {
    return skipped(
      "version",
      "The service does not say its version.",
      "It is older than this irs. Deploy the current one.",
    );
  }
  const named = commit === undefined ? version : `${version} (${commit})`;
  if (version === ownVersion) return ok("version", `The service and irs have the version ${named}.`);
  const mend = "Check out the version of the service for irs, or deploy this one. Read CHANGELOG.md before you update.";
  return wrong("version", `The service has the version ${named}, and irs has ${ownVersion}.`, mend);
}
