/** The environment of a function's process: exactly the variables of the template and those that Lambda sets. */
import { randomBytes } from "node:crypto";
import { delimiter, join } from "node:path";
import { NO_AWS_FILES, NO_HOME } from "../isolate-environment.js";
import type { FunctionSpec } from "./function-types.js";

const REGION = "us-east-1";

/**
 * Builds the whole environment of one process. The process inherits nothing from the runner. A template can override
 * the defaults, but not the variables that Lambda reserves. Source: Lambda developer guide, "Defined runtime
 * environment variables".
 */
export function functionEnvironment(
  spec: FunctionSpec,
  runtimeApi: string,
  runtimeDir: string,
): Record<string, string> {
  return { ...defaults(spec), ...spec.environment, ...reserved(spec, runtimeApi, runtimeDir) };
}

function defaults(spec: FunctionSpec): Record<string, string> {
  const layers = spec.layerDirs.map((dir) => join(dir, "nodejs", "node_modules"));
  return {
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    ...NO_AWS_FILES,
    HOME: NO_HOME,
    LANG: "en_US.UTF-8",
    PATH: "/usr/local/bin:/usr/bin:/bin:/opt/bin",
    TZ: ":UTC",
    ...(layers.length > 0 && { NODE_PATH: layers.join(delimiter) }),
  };
}

function reserved(spec: FunctionSpec, runtimeApi: string, runtimeDir: string): Record<string, string> {
  const region = spec.arn.split(":")[3] ?? REGION;
  return {
    _HANDLER: spec.handler,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: spec.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName(),
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    AWS_REGION: region,
    LAMBDA_RUNTIME_DIR: runtimeDir,
    LAMBDA_TASK_ROOT: spec.codeDir,
    ...multiConcurrency(spec.invocationsPerProcess ?? 1),
  };
}

/** Switches the runtime interface client to Lambda's multi-concurrency mode. */
function multiConcurrency(invocationsPerProcess: number): Record<string, string> {
  return invocationsPerProcess === 1 ? {} : { AWS_LAMBDA_MAX_CONCURRENCY: String(invocationsPerProcess) };
}

function logStreamName(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "/");
  return `${day}/[$LATEST]${randomBytes(16).toString("hex")}`;
}
