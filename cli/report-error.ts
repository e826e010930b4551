import { EngineError } from "@image-render/engine/issues";
import { ServiceError } from "../core/contract/errors.js";
import { ApiError } from "./api/api-error.js";
import { EXIT } from "./exit-code.js";
import { IssuesError } from "./located-issue.js";
import { formatIssues } from "./print.js";
import { paint, printable, type Terminal, write } from "./terminal.js";
import { UsageError } from "./usage-error.js";

const USAGE_HINT = '"irs help" lists the commands. "irs help COMMAND" lists the options of one.';

/** Prints the reason why a command failed. Resolves to the exit code. */
export async function reportError(error: unknown, { err }: Terminal): Promise<number> {
  if (error instanceof UsageError) {
    await write(err, `${paint(err, "error", "irs:")} ${printable(error.message)}\n${USAGE_HINT}\n`);
    return EXIT.usage;
  }
  if (error instanceof ApiError) {
    await write(err, `${paint(err, "error", "irs:")} ${describeApiError(error)}\n`);
    return error.exitCode;
  }
  if (error instanceof IssuesError) {
    await write(err, formatIssues(err, { issues: error.issues, warnings: [] }) + `${error.message}\n`);
    return EXIT.issues;
  }
  await write(err, `${paint(err, "error", "irs failed:")} ${describeFailure(error)}\n`);
  return EXIT.failure;
}

function describeApiError({ message, facts, issues }: ApiError): string {
  const lines = issues.map(
    ({ path, message: text }) => `\n  ${path === "" ? "" : `${printable(path)}: `}${printable(text)}`,
  );
  return `${printable(message)}${facts === "" ? "" : ` (${printable(facts)})`}${lines.join("")}`;
}

/** Describes an error of the program itself. The text of an unknown error includes the stack, for a bug report. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof EngineError || error instanceof ServiceError)) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
