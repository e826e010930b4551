/**
 * A proxy in front of DynamoDB that refuses calls without permission and makes transactions conflict. The local DynamoDB
 * is a separate program, which does neither.
 */
import { Agent, type IncomingMessage, request as sendRequest, type ServerResponse } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "../credentials.js";
import { callerOf } from "../denials.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { Authorizer } from "../permissions/aws-call.js";
import { askForCapacity, consumedUnits } from "../metering/consumed-capacity.js";
import type { Meter } from "../metering/meter.js";
import { dynamoDbCalls } from "../permissions/dynamodb-calls.js";
import { AwsError } from "./aws-error.js";
import { readBody, startHttpService } from "./http-service.js";
import { KeySchemas } from "./key-schemas.js";
import { LOCAL_REGION, type Service } from "./service.js";
import { CanceledTransaction, TransactionConflicts } from "./transaction-conflicts.js";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** The error that DynamoDB returns for a missing permission (DynamoDB developer guide, "Error handling"). */
const ACCESS_DENIED = { code: "AccessDeniedException", status: 400 };

export interface DynamoDbGuard extends Service {
  /** Returns the number of writes that were refused because a transaction was writing the same item. */
  readonly conflicts: () => number;
}

export interface DynamoDbGuardOptions {
  /** The minimum duration of each transaction; 0 if transactions do not conflict. */
  readonly transactionMs?: number | undefined;
  /** Puts planned faults into the calls of functions. By default, no call fails. */
  readonly faults?: FaultPlan | undefined;
  /** Counts the units that requests consume. */
  readonly meter?: Pick<Meter, "add"> | undefined;
}

export async function startDynamoDbGuard(
  upstream: string,
  authorizer: Authorizer,
  { transactionMs = 0, faults, meter }: DynamoDbGuardOptions = {},
): Promise<DynamoDbGuard> {
  const client = new DynamoDBClient({ endpoint: upstream, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const keys = new KeySchemas(client);
  // An agent of its own, because the global one can send requests to the proxy of the user's environment.
  const agent = new Agent({ keepAlive: true });
  const conflicts = new TransactionConflicts(transactionMs, async (name) => keys.all(name));
  const serve = async (request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> => {
    try {
      const operation = operationOf(request);
      const calls = await dynamoDbCalls(operation, body, async (table, index) => keys.partitionKey(table, index));
      for (const needed of calls) authorizer.check(needed, callerOf(request.headers), ACCESS_DENIED);
      const call = async () => {
        const asked = meter === undefined ? body : askForCapacity(body);
        const answer = await forward({ upstream, agent }, request, asked, response);
        for (const { kind, table, units } of consumedUnits(operation, response.statusCode, body, answer)) {
          meter?.add(kind, table, units);
        }
      };
      await (transactionMs > 0 ? conflicts.run(operation, body, call) : call());
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const __type = `com.amazon.coral.service#${error.code}`;
      response.writeHead(error.status, { "content-type": "application/x-amz-json-1.0" });
      const reasons = error instanceof CanceledTransaction && { CancellationReasons: error.reasons };
      response.end(JSON.stringify({ __type, message: error.message, ...reasons }));
    }
  };
  const service = await startHttpService(async (request, response) => {
    const body = await readBody(request, MAX_BODY_BYTES);
    const act = async (real: ServerResponse): Promise<void> => serve(request, body, real);
    await (faults?.pass({ service: "dynamodb", request, response, body, act }) ?? act(response));
  });
  const close = async () => {
    await service.close();
    client.destroy();
    agent.destroy();
  };
  return { endpoint: service.endpoint, close, conflicts: () => conflicts.refused };
}

function operationOf({ headers }: IncomingMessage): string {
  const [, operation = ""] = String(headers["x-amz-target"]).split(".");
  return operation;
}

/** Resolves when DynamoDB has responded, even if the caller has died by then: the call took effect anyway. */
async function forward(
  { upstream, agent }: { readonly upstream: string; readonly agent: Agent },
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<Buffer> {
  const { hostname, port } = new URL(upstream);
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, "content-length": String(body.byteLength) };
    const forwarded = sendRequest({ hostname, port, method, path: url, headers: sent, agent }, resolve);
    forwarded.on("error", reject).end(body);
  });
  const answer = await readBody(received, MAX_BODY_BYTES);
  response.writeHead(received.statusCode ?? 502, received.headers).end(answer);
  return answer;
}
