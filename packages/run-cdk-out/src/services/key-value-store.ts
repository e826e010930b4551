/** The data plane of CloudFront's key-value stores: a REST API. Each change names the ETag of the store. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { callerOf } from "../denials.js";
import type { AwsCall } from "../permissions/aws-call.js";
import { AwsError } from "./aws-error.js";
import { readBody, type RequestHandler, startHttpService } from "./http-service.js";
import { KeyValueStores, type KeyValueStoreState, sizeOf } from "./kvs/store.js";
import type { Service, ServiceOptions } from "./service.js";

export interface KeyValueService extends Service {
  /**
   * `http://localhost:port`. The SDK adds the account ID as a subdomain, which is not possible for an IP address. Names
   * below `localhost` resolve when `processes/resolve-localhost.mjs` is preloaded.
   */
  readonly endpoint: string;
  /** Creates an empty store if it does not exist. */
  ensureStore(arn: string): void;
  /** Deletes a store. Does nothing if it does not exist. */
  deleteStore(arn: string): void;
  /** The value under the key, as the edge reads it. */
  get(arn: string, key: string): string | undefined;
}

const MAX_BODY_BYTES = 3 * 1024 * 1024;
const DEFAULT_PAGE = 50;
const ACCESS_DENIED = { code: "AccessDeniedException", status: 403 };

const putSchema = z.object({ Value: z.string() });
const updateSchema = z.object({
  Puts: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
  Deletes: z.array(z.object({ Key: z.string() })).default([]),
});

/** The result of an operation. The response adds the store's counts. */
interface OperationResult {
  readonly store: KeyValueStoreState;
  readonly body?: object;
}

/** Starts the service with the data in `key-value-stores.json` of the folder. */
export async function startKeyValueStore({
  dataDir,
  port,
  authorizer,
  faults,
}: ServiceOptions): Promise<KeyValueService> {
  const stores = new KeyValueStores(dataDir);
  const serve: RequestHandler = async (request, response) => {
    try {
      authorizer?.check(callOf(request), callerOf(request.headers), ACCESS_DENIED);
      const { store, body } = await route(request, stores);
      const counts = { ItemCount: Object.keys(store.items).length, TotalSizeInBytes: sizeOf(store) };
      send(response, 200, { ...counts, ...body }, { etag: store.etag });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      request.resume();
      send(response, error.status, { Message: error.message }, { "x-amzn-errortype": error.code });
    }
  };
  const service = await startHttpService(faults?.wrap("cloudfront-keyvaluestore", serve) ?? serve, port);
  return {
    ...service,
    endpoint: service.endpoint.replace("127.0.0.1", "localhost"),
    ensureStore: (arn) => stores.ensure(arn),
    deleteStore: (arn) => stores.remove(arn),
    get(arn, key) {
      const items = stores.find(arn)?.items ?? {};
      return Object.hasOwn(items, key) ? items[key] : undefined;
    },
  };
}

/** The actions of IAM by method and target. */
const ACTIONS: Readonly<Record<string, string>> = {
  "GET store": "DescribeKeyValueStore",
  "GET keys": "ListKeys",
  "GET key": "GetKey",
  "PUT key": "PutKey",
  "DELETE key": "DeleteKey",
  "POST keys": "UpdateKeys",
};

function callOf(request: IncomingMessage): AwsCall {
  const { arn, target } = targetOf(request);
  const action = ACTIONS[`${request.method} ${target}`];
  if (action === undefined) throw unknownOperation(request);
  return { action: `cloudfront-keyvaluestore:${action}`, resource: arn };
}

function targetOf(request: IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const [, root, arn = "", keys, key] = pathname.split("/").map(decodeURIComponent);
  const known = root === "key-value-stores" && (keys === undefined || keys === "keys");
  if (!known) throw unknownOperation(request);
  return { arn, key, searchParams, target: keys === undefined ? "store" : key === undefined ? "keys" : "key" };
}

async function route(request: IncomingMessage, stores: KeyValueStores): Promise<OperationResult> {
  const { arn, key, searchParams, target } = targetOf(request);
  switch (`${request.method} ${target}`) {
    case "GET store":
      return describe(stores.get(arn));
    case "GET keys":
      return list(stores.get(arn), searchParams);
    case "GET key":
      return read(stores.get(arn), key ?? "");
    case "PUT key": {
      const { Value } = parse(putSchema, await readBody(request, MAX_BODY_BYTES));
      const puts = [{ key: key ?? "", value: Value }];
      return { store: stores.change(arn, ifMatch(request), { puts, deletes: [] }) };
    }
    case "DELETE key":
      return { store: stores.change(arn, ifMatch(request), { puts: [], deletes: [key ?? ""] }) };
    case "POST keys": {
      const { Puts, Deletes } = parse(updateSchema, await readBody(request, MAX_BODY_BYTES));
      const puts = Puts.map(({ Key, Value }) => ({ key: Key, value: Value }));
      const deletes = Deletes.map(({ Key }) => Key);
      return { store: stores.change(arn, ifMatch(request), { puts, deletes }) };
    }
    default:
      throw unknownOperation(request);
  }
}

function describe(store: KeyValueStoreState): OperationResult {
  const { arn, createdMs, modifiedMs } = store;
  const times = { Created: createdMs / 1_000, LastModified: modifiedMs / 1_000 };
  return { store, body: { KvsARN: arn, Status: "READY", ...times } };
}

function list(store: KeyValueStoreState, query: URLSearchParams): OperationResult {
  const after = Buffer.from(query.get("NextToken") ?? "", "base64url").toString();
  const limit = Number(query.get("MaxResults") ?? DEFAULT_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > DEFAULT_PAGE) throw invalid("MaxResults must be from 1 to 50.");
  const keys = Object.keys(store.items)
    .sort()
    .filter((key) => key > after);
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  return {
    store,
    body: {
      Items: page.map((key) => ({ Key: key, Value: store.items[key] })),
      ...(page.length < keys.length && last !== undefined
        ? { NextToken: Buffer.from(last).toString("base64url") }
        : {}),
    },
  };
}

function read(store: KeyValueStoreState, key: string): OperationResult {
  if (Object.hasOwn(store.items, key)) return { store, body: { Key: key, Value: store.items[key] } };
  throw new AwsError("ResourceNotFoundException", `The key ${key} does not exist.`, 404);
}

function ifMatch({ headers }: IncomingMessage): string {
  const etag = headers["if-match"];
  if (etag === undefined) throw invalid("The If-Match header is required.");
  return etag;
}

function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw invalid("The body does not match the schema of the operation.");
  }
}

function invalid(message: string): AwsError {
  return new AwsError("ValidationException", message);
}

function unknownOperation({ method, url }: IncomingMessage): AwsError {
  return new AwsError("UnknownOperationException", `The local service does not implement ${method} ${url}.`, 404);
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
