/** Receives the responses of custom resources, in place of CloudFormation's presigned URL. */
import { randomUUID } from "node:crypto";
import { readBody, startHttpService } from "../../services/http-service.js";
import type { Service } from "../../services/service.js";
import { MAX_RESPONSE_BYTES } from "./protocol.js";

/** One response that has not arrived yet. */
export interface ExpectedResponse {
  readonly url: string;
  /** The body of the first PUT to the URL. Never settles if there is no PUT. */
  readonly body: Promise<string>;
  /** Closes the URL: it refuses later responses. */
  close(): void;
}

export interface ResponseReceiver extends Service {
  expect(): ExpectedResponse;
}

/** Starts the receiver on a loopback port. */
export async function startResponseReceiver(): Promise<ResponseReceiver> {
  const waiting = new Map<string, (body: string) => void>();
  const service = await startHttpService(async (request, response) => {
    const path = request.url ?? "";
    const deliver = request.method === "PUT" ? waiting.get(path) : undefined;
    if (deliver === undefined) {
      response.writeHead(403).end("This URL accepts one PUT, as long as its request is running.\n");
      return;
    }
    const body = await readBody(request, MAX_RESPONSE_BYTES * 16);
    waiting.delete(path);
    response.writeHead(200).end();
    deliver(body.toString("utf8"));
  });
  return {
    ...service,
    expect() {
      const path = `/${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting.set(path, resolve);
      return { url: service.endpoint + path, body: promise, close: () => void waiting.delete(path) };
    },
  };
}
