/** A stub of AWS for the first request of a function. It responds at once, with one template of one workspace. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const HEAD = {
  ...{ id: ID, version: 0, workspaceId: ID, name: "Card", highestVersion: 1, revision: 1 },
  ...{ createdAtMs: 1, updatedAtMs: 1 },
};
const WORKSPACE = { id: ID, item: "profile", name: "W", plan: "team", createdAtMs: 1, keys: [], revision: 1 };

export interface AwsStub {
  readonly endpoint: string;
  readonly close: () => void;
}

/** @param document the document of every template */
export async function startAwsStub(document: unknown): Promise<AwsStub> {
  const text = JSON.stringify(document);
  const highest = { name: "Card", createdAtMs: 1, documentBytes: text.length, document: text };
  const items: Readonly<Record<string, unknown>> = { templates: { ...HEAD, highest }, workspaces: WORKSPACE };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")));
    request.on("end", () => {
      const operation = String(request.headers["x-amz-target"] ?? "")
        .split(".")
        .pop();
      const { TableName = "" } = operation === "GetItem" ? (JSON.parse(body) as { TableName?: string }) : {};
      const item = items[TableName];
      const answer = operation === "GetItem" && item !== undefined ? { Item: marshalled(item).M } : { Attributes: {} };
      response.writeHead(200, { etag: '"1"', "content-type": "application/x-amz-json-1.0" });
      response.end(request.method === "PUT" ? "" : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The form of values in DynamoDB's API. */
function marshalled(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (Array.isArray(value)) return { L: value.map(marshalled) };
  return { M: Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, marshalled(part)])) };
}
