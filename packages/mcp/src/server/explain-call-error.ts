/** Sentences about a failed call of the service: what is wrong, where, and what to do. */
import type { ErrorCode } from "@image-render/client";
import type { CallError, CallFacts } from "../service/call-error.js";

const MAX_ISSUES = 15;

/** The advice for each code of the service's error catalogue, except for `RATE_LIMITED`, whose error has the time. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  BAD_REQUEST: "Correct the arguments and call the tool again.",
  METHOD_NOT_ALLOWED: "The service is older than this tool. Ask the user to update the service.",
  UNAUTHORIZED: "Ask the user for a valid API key.",
  FORBIDDEN: "Neither this key nor its plan allows it. Ask the user for a key with the scope, or for another plan.",
  NOT_FOUND: "Use an ID from list_templates, list_renders or an earlier result.",
  VALIDATION_ERROR: "Correct each of these places and call the tool again.",
  DUPLICATE_LAYER_NAMES: "Rename layers with update_template until each name is used once.",
  PAYMENT_REQUIRED: "Tell the user that the credits of this month are used up. get_usage shows them.",
  PRECONDITION_FAILED: "Somebody else has changed the template. Call get_template, and apply the patch again.",
  PAYLOAD_TOO_LARGE: "Send less: refer to images by URL, or split a batch.",
  CONFLICT: "Call get_render to see the state of the render.",
  GONE: "Call render again to get a new picture.",
  IMAGE_UNAVAILABLE: "Check the image URL, or call the tool again later.",
  QUEUE_UNAVAILABLE: "Nothing was created. Call the tool again in a few seconds.",
  INTERNAL: "Call the tool again. If it keeps failing, give the user the request ID.",
} satisfies Readonly<Record<Exclude<ErrorCode, "RATE_LIMITED">, string>>;

/** Returns the text of the error result. */
export function explainCallError({ message, facts }: CallError): string {
  const { code = "", requestId } = facts;
  const lines = [code === "" ? message : `${code}: ${message}`, ...issueLines(facts), adviceOf(facts)];
  if (code === "INTERNAL" && requestId !== undefined) lines.push(`Request ID: ${requestId}`);
  return lines.filter((line) => line !== "").join("\n");
}

function issueLines({ issues = [], details }: CallFacts): string[] {
  const all = [...issues, ...batchIssues(details)];
  const lines = all.slice(0, MAX_ISSUES).map(({ path, message }) => `- ${path}: ${message}`);
  return all.length > MAX_ISSUES ? [...lines, `- and ${all.length - MAX_ISSUES} more`] : lines;
}

/** The issues of a batch name the item. */
function batchIssues(details: CallFacts["details"]): { path: string; message: string }[] {
  const jobs = details?.["jobs"];
  if (!Array.isArray(jobs)) return [];
  return jobs.flatMap(({ index, issues }: { index?: unknown; issues?: unknown }) =>
    Array.isArray(issues)
      ? issues.map(({ path, message }: { path: string; message: string }) => ({
          path: `jobs[${String(index)}].${path}`,
          message,
        }))
      : [],
  );
}

function adviceOf({ code = "", retryAfterSeconds }: CallFacts): string {
  if (code === "RATE_LIMITED") {
    return retryAfterSeconds === undefined
      ? "Wait a moment, and call the tool again."
      : `Call the tool again after ${retryAfterSeconds} seconds.`;
  }
  return WHAT_TO_DO[code] ?? "";
}
