import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ContractServer, failure } from "../contract-server.js";
import { makeFolder, runWith } from "../support.js";

const TEMPLATE = "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70";

let server: ContractServer;
beforeEach(async () => {
  server = await ContractServer.start();
});
afterEach(async () => {
  await server.close();
});

const irs = (...argv: string[]) => runWith(server.env, makeFolder({}), ...argv);

describe("irs signing", () => {
  test("signing rotate prints only the ID of the new key to standard output, and its start time to standard error", async () => {
    const body = { keyId: "k2-abc123", signsFrom: "2026-11-20T10:05:00.000Z" };
    server.nextResponses.push({ status: 200, body });
    expect(await irs("signing", "rotate")).toMatchObject({
      code: 0,
      text: "k2-abc123\n",
      errors: "The key k2-abc123 signs from 2026-11-20T10:05:00.000Z.\n",
    });
    expect(server.requests).toEqual(["POST /api/v1/signing/rotate"]);
  });

  test("signing revoke prints why the service keeps a key", async () => {
    server.nextResponses.push({ status: 204 });
    expect(await irs("signing", "revoke", "k1")).toMatchObject({ code: 0, errors: "Revoked the signing key k1.\n" });
    const issues = [{ path: "keyId", message: "k2 is current" }];
    server.nextResponses.push(failure(422, "VALIDATION_ERROR", "This key signs.", { issues }));
    const { code, errors } = await irs("signing", "revoke", "k2");
    expect(code).toBe(1);
    expect(errors).toContain("keyId: k2 is current");
  });

  test("signing revoke-template prints the new signing generation", async () => {
    server.nextResponses.push({ status: 200, body: { generation: 2 } });
    const { code, errors } = await irs("signing", "revoke-template", TEMPLATE);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `Revoked every signed URL of the template ${TEMPLATE}. New URLs have the signing generation 2.\n`,
    });
    expect(server.requests).toEqual([`POST /api/v1/templates/${TEMPLATE}/revoke-signatures`]);
  });

  test.each([
    [["signing", "revoke"], "Missing required argument 'key-id'"],
    [["signing", "revoke-template", "7"], "7 is not an ID"],
    [["signing", "rotate", "k1"], "Too many arguments"],
  ])("%j exits with 2 before any request", async (argv, message) => {
    const { code, errors } = await irs(...argv);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(server.requests).toEqual([]);
  });
});
