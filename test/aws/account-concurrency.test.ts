import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readAccountConcurrency, signedHeaders } from "../../aws/account-concurrency.js";

const CREDENTIALS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const HOST = "lambda.eu-central-1.amazonaws.com";
const NOW = new Date("2026-01-02T03:04:05Z");

/** The signatures that the signer of the AWS SDK (`@smithy/signature-v4`) creates for the same requests. */
const SIGNATURES = {
  permanent: "67f56ff3dc2efee11eb728cdbde8d9625a689daf229aaecf603ca8528a76bb18",
  session: "ee83f16265ff9bf9470942f91f25855f82fe2899968a3a6c99468bce441b9f87",
};

describe("signedHeaders", () => {
  test("the signature of a request equals the signature from the SDK's signer", () => {
    expect(signedHeaders(HOST, "eu-central-1", CREDENTIALS, NOW)).toEqual({
      "x-amz-date": "20260102T030405Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/eu-central-1/lambda/aws4_request, " +
        `SignedHeaders=host;x-amz-date, Signature=${SIGNATURES.permanent}`,
    });
  });

  test("the session token of a function's role is signed too", () => {
    const headers = signedHeaders(HOST, "eu-central-1", { ...CREDENTIALS, sessionToken: "session" }, NOW);
    expect(headers["x-amz-security-token"]).toBe("session");
    expect(headers["authorization"]).toMatch(
      new RegExp(`SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=${SIGNATURES.session}$`),
    );
  });
});

describe("readAccountConcurrency", () => {
  const config = { region: async () => "eu-central-1", credentials: async () => CREDENTIALS };
  let lambda: Server;
  let requests: IncomingMessage[];
  let reply: { status: number; body: string };

  beforeEach(async () => {
    requests = [];
    lambda = createServer((request, response) => {
      requests.push(request);
      response.writeHead(reply.status).end(reply.body);
    });
    await new Promise<void>((resolve) => lambda.listen(0, "127.0.0.1", resolve));
    process.env["AWS_ENDPOINT_URL_LAMBDA"] = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    delete process.env["AWS_ENDPOINT_URL_LAMBDA"];
    lambda.close();
  });

  test("the total and the unreserved concurrency come from GetAccountSettings", async () => {
    const AccountLimit = { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 7, CodeSizeZipped: 1 };
    reply = { status: 200, body: JSON.stringify({ AccountLimit, AccountUsage: {} }) };
    expect(await readAccountConcurrency(config)).toEqual({ total: 10, unreserved: 7 });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /2016-08-19/account-settings/"]);
    expect(requests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//);
  });

  test("a refused call throws an error that contains the status and the response", async () => {
    reply = { status: 403, body: '{"Message":"not authorized"}' };
    await expect(readAccountConcurrency(config)).rejects.toThrow(
      'GetAccountSettings failed with status 403: {"Message":"not authorized"}',
    );
  });
});
