/**
 * A proxy in front of DynamoDB that refuses denied actions. DynamoDB is another program, which does not check permissions.
 * It runs only if an action of DynamoDB is denied.
 */
import { type IncomingMessage, request as sendRequest, type ServerResponse } from "node:http";
import { callerOf, type CheckCall } from "../denials.js";
import { AwsError } from "./aws-error.js";
import { readBody, startHttpService } from "./http-service.js";
import type { Service } from "./service.js";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** What DynamoDB returns for a missing permission (DynamoDB developer guide, "Error handling"). */
const ACCESS_DENIED = { code: "AccessDeniedException", status: 400 };

export async function startDynamoDbGuard(upstream: string, check: CheckCall): Promise<Service> {
  return startHttpService(async (request, response) => {
    const body = await readBody(request, MAX_BODY_BYTES);
    try {
      for (const action of actionsOf(request, body)) {
        check("dynamodb", action, callerOf(request.headers), ACCESS_DENIED);
      }
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const __type = `com.amazon.coral.service#${error.code}`;
      response.writeHead(error.status, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ __type, message: error.message }));
      return;
    }
    await forward(upstream, request, body, response);
  });
}

/** A transaction needs the permissions of its parts (DynamoDB developer guide, "IAM and transactions"). */
function actionsOf({ headers }: IncomingMessage, body: Buffer): string[] {
  const [, operation = ""] = String(headers["x-amz-target"]).split(".");
  if (operation === "TransactGetItems") return ["GetItem"];
  if (operation !== "TransactWriteItems") return [operation];
  const { TransactItems = [] } = JSON.parse(body.toString("utf8")) as { TransactItems?: Record<string, unknown>[] };
  const kinds = new Set(TransactItems.flatMap((item) => Object.keys(item)));
  return [...kinds].map((kind) => (kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`));
}

async function forward(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { hostname, port } = new URL(upstream);
  await new Promise<void>((resolve, reject) => {
    const forwarded = sendRequest({ hostname, port, method, path: url, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response).on("finish", resolve).on("error", reject);
    });
    forwarded.on("error", reject).end(body);
  });
}
