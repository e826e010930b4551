/** AWS's JSON protocol, versions 1.0 and 1.1: `POST /` with the operation's name in `X-Amz-Target`. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod";
import { AwsError } from "./aws-error.js";
import { readBody, type RequestHandler, startHttpService } from "./http-service.js";
import type { Service } from "./service.js";

/** No operation of these services accepts more than 1 MiB of payload. JSON escapes can make the body longer. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** One operation: parses its input and returns the body of the response. */
export type JsonOperation = (input: unknown, signal: AbortSignal) => unknown;

/** The members of an input before validation. */
export type JsonInput = Readonly<Record<string, unknown>>;

export interface JsonServiceDefinition {
  readonly version: "1.0" | "1.1";
  /** The part of `X-Amz-Target` before the operation's name, for example `AmazonSQS`. */
  readonly targetPrefix: string;
  /** Operations by name. The error for any other operation contains its name. */
  readonly operations: Readonly<Record<string, JsonOperation>>;
  /** The code of the error for invalid input; `ValidationException` by default. */
  readonly invalidInputCode?: string;
  /** Throws if the caller may not call the operation with this input, which is not validated yet. */
  readonly authorize?: (operation: string, input: JsonInput, headers: IncomingHttpHeaders) => void;
  /** Returns the handler that requests pass before the given one. */
  readonly intercept?: ((handler: RequestHandler) => RequestHandler) | undefined;
  /** The code in `x-amzn-query-error`, for services that had the older query protocol. */
  readonly queryErrorCode?: (code: string) => string;
}

/** Creates an operation with validated input. Use a strict schema, so that an unsupported parameter is an error. */
export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.infer<Schema>, signal: AbortSignal) => unknown,
): JsonOperation {
  return (input, signal) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return run(parsed.data, signal);
    const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(input)"}: ${issue.message}`);
    throw new InvalidInput(issues.join("; "));
  };
}

/** Serves the operations on a loopback port. */
export function startJsonService(definition: JsonServiceDefinition, port?: number): Promise<Service> {
  const serve: RequestHandler = async (request, response, signal) => {
    try {
      const run = findOperation(definition, request.headers["x-amz-target"]);
      const body = parseJson(await readBody(request, MAX_BODY_BYTES));
      const name = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
      definition.authorize?.(name, inputOf(body), request.headers);
      send(response, definition, 200, (await run(body, signal)) ?? {});
    } catch (error) {
      if (!(error instanceof AwsError || error instanceof InvalidInput)) throw error;
      respondWithError(request, response, definition, error);
    }
  };
  return startHttpService(definition.intercept?.(serve) ?? serve, port);
}

class InvalidInput extends Error {}

function findOperation(definition: JsonServiceDefinition, target: string | string[] | undefined): JsonOperation {
  const [prefix, name] = typeof target === "string" ? target.split(".") : [];
  if (prefix === definition.targetPrefix && name !== undefined && Object.hasOwn(definition.operations, name)) {
    return definition.operations[name] as JsonOperation;
  }
  throw new AwsError("UnknownOperationException", `The local service does not implement ${String(target)}.`);
}

const inputOf = (body: unknown): JsonInput => (typeof body === "object" && body !== null ? { ...body } : {});

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new AwsError("SerializationException", "The body is not valid JSON.");
  }
}

function respondWithError(
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
  // Without this, the unread rest of the body would be parsed as the next request on the connection.
  if (!request.complete) response.setHeader("connection", "close");
  send(response, definition, status, { __type: code, message: error.message });
}

function send(response: ServerResponse, { version }: JsonServiceDefinition, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": `application/x-amz-json-${version}`, "x-amzn-requestid": randomUUID() });
  response.end(JSON.stringify(body));
}
