/** AWS's JSON protocol (1.0 and 1.1): `POST /` with the operation's name in `X-Amz-Target`. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod";
import { AwsError } from "./aws-error.js";
import { readBody, startHttpService } from "./http-service.js";
import type { Service } from "./service.js";

/** No operation of these services takes more than 1 MiB of payload; the rest is room for JSON's escapes. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** One operation: parses its own input and returns the answer's body. */
export type JsonOperation = (input: unknown, signal: AbortSignal) => unknown;

export interface JsonServiceDefinition {
  readonly version: "1.0" | "1.1";
  /** What precedes the operation's name in `X-Amz-Target`, e.g. `AmazonSQS`. */
  readonly targetPrefix: string;
  /** Operations by name; any other is refused by name. */
  readonly operations: Readonly<Record<string, JsonOperation>>;
  /** The error that input of the wrong shape gives; `ValidationException` unless given. */
  readonly invalidInputCode?: string;
  /** Value of `x-amzn-query-error`, for services that once spoke the query protocol. */
  readonly queryErrorCode?: (code: string) => string;
}

/** An operation with a checked input. Pass a strict schema: a parameter that would be ignored should fail loudly. */
export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.infer<Schema>, signal: AbortSignal) => unknown,
): JsonOperation {
  return (input, signal) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return run(parsed.data, signal);
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(input)"}: ${issue.message}`);
    throw new InvalidInput(faults.join("; "));
  };
}

/** Serves the operations on a loopback port. */
export function startJsonService(definition: JsonServiceDefinition, port?: number): Promise<Service> {
  return startHttpService(async (request, response, signal) => {
    try {
      const run = findOperation(definition, request.headers["x-amz-target"]);
      const body = parseJson(await readBody(request, MAX_BODY_BYTES));
      answer(response, definition, 200, (await run(body, signal)) ?? {});
    } catch (error) {
      if (!(error instanceof AwsError || error instanceof InvalidInput)) throw error;
      answerError(request, response, definition, error);
    }
  }, port);
}

class InvalidInput extends Error {}

function findOperation(definition: JsonServiceDefinition, target: string | string[] | undefined): JsonOperation {
  const [prefix, name] = typeof target === "string" ? target.split(".") : [];
  if (prefix === definition.targetPrefix && name !== undefined && Object.hasOwn(definition.operations, name)) {
    return definition.operations[name] as JsonOperation;
  }
  throw new AwsError("UnknownOperationException", `${String(target)} is not an operation of the local service.`);
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new AwsError("SerializationException", "The body is not valid JSON.");
  }
}

function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  definition: JsonServiceDefinition,
  error: AwsError | InvalidInput,
): void {
  const code = error instanceof AwsError ? error.code : (definition.invalidInputCode ?? "ValidationException");
  const status = error instanceof AwsError ? error.status : 400;
  const queryCode = definition.queryErrorCode?.(code);
  if (queryCode !== undefined) response.setHeader("x-amzn-query-error", `${queryCode};Sender`);
  response.setHeader("x-amzn-errortype", code);
  // The body may not have been read to its end, and what follows on this connection would be taken for a request.
  if (!request.complete) response.setHeader("connection", "close");
  answer(response, definition, status, { __type: code, message: error.message });
}

function answer(response: ServerResponse, { version }: JsonServiceDefinition, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": `application/x-amz-json-${version}`, "x-amzn-requestid": randomUUID() });
  response.end(JSON.stringify(body));
}
