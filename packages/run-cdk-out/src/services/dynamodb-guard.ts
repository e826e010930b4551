/**
 * A proxy in front of DynamoDB that refuses denied actions and makes transactions conflict. The local DynamoDB is a
 * separate program, which does neither. The proxy runs only if an action of DynamoDB is denied, or transactions take
 * time.
 */
import { type IncomingMessage, request as sendRequest, type ServerResponse } from "node:http";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "../credentials.js";
import { callerOf, type CheckCall } from "../denials.js";
import { AwsError } from "./aws-error.js";
import { readBody, startHttpService } from "./http-service.js";
import { LOCAL_REGION, type Service } from "./service.js";
import { CanceledTransaction, type ReadKeyNames, TransactionConflicts } from "./transaction-conflicts.js";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** The error that DynamoDB returns for a missing permission (DynamoDB developer guide, "Error handling"). */
const ACCESS_DENIED = { code: "AccessDeniedException", status: 400 };

export interface DynamoDbGuard extends Service {
  /** Returns the number of writes that were refused because a transaction was writing the same item. */
  readonly conflicts: () => number;
}

/** @param transactionMs the minimum duration of each transaction; 0 if transactions do not conflict */
export async function startDynamoDbGuard(
  upstream: string,
  check: CheckCall,
  transactionMs = 0,
): Promise<DynamoDbGuard> {
  const client = new DynamoDBClient({ endpoint: upstream, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const conflicts = new TransactionConflicts(transactionMs, keyNamesReader(client));
  const service = await startHttpService(async (request, response) => {
    const body = await readBody(request, MAX_BODY_BYTES);
    try {
      for (const action of actionsOf(request, body)) {
        check("dynamodb", action, callerOf(request.headers), ACCESS_DENIED);
      }
      const call = () => forward(upstream, request, body, response);
      await (transactionMs > 0 ? conflicts.run(operationOf(request), body, call) : call());
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const __type = `com.amazon.coral.service#${error.code}`;
      response.writeHead(error.status, { "content-type": "application/x-amz-json-1.0" });
      const reasons = error instanceof CanceledTransaction && { CancellationReasons: error.reasons };
      response.end(JSON.stringify({ __type, message: error.message, ...reasons }));
    }
  });
  const close = async () => {
    await service.close();
    client.destroy();
  };
  return { endpoint: service.endpoint, close, conflicts: () => conflicts.refused };
}

function operationOf({ headers }: IncomingMessage): string {
  const [, operation = ""] = String(headers["x-amz-target"]).split(".");
  return operation;
}

function keyNamesReader(client: DynamoDBClient): ReadKeyNames {
  return async (TableName) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return (Table?.KeySchema ?? []).map(({ AttributeName = "" }) => AttributeName);
  };
}

/**
 * Returns the actions of a request. A transaction needs the permissions of its parts (DynamoDB developer guide, "IAM
 * and transactions").
 */
function actionsOf(request: IncomingMessage, body: Buffer): string[] {
  const operation = operationOf(request);
  if (operation === "TransactGetItems") return ["GetItem"];
  if (operation !== "TransactWriteItems") return [operation];
  const { TransactItems = [] } = JSON.parse(body.toString("utf8")) as { TransactItems?: Record<string, unknown>[] };
  const kinds = new Set(TransactItems.flatMap((item) => Object.keys(item)));
  return [...kinds].map((kind) => (kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`));
}

/** Resolves when DynamoDB has responded, even if the caller has died by then: the call took effect anyway. */
async function forward(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { hostname, port } = new URL(upstream);
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    const forwarded = sendRequest({ hostname, port, method, path: url, headers }, resolve);
    forwarded.on("error", reject).end(body);
  });
  const answer = await readBody(received, MAX_BODY_BYTES);
  response.writeHead(received.statusCode ?? 502, received.headers).end(answer);
}
