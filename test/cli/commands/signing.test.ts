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
  test("rotate gives the new key's id to a pipe, and says from when on it signs", async () => {
    const body = { keyId: "k2-abc123", signsFrom: "2026-11-20T10:05:00.000Z" };
    server.canned.push({ status: 200, body });
    expect(await irs("signing", "rotate")).toMatchObject({
      code: 0,
      text: "k2-abc123\n",
      errors: "The key k2-abc123 signs from 2026-11-20T10:05:00.000Z on.\n",
    });
    expect(server.requests).toEqual(["POST /api/v1/signing/rotate"]);
  });

  test("revoke tells why a key that signs stays", async () => {
    server.canned.push({ status: 204 });
    expect(await irs("signing", "revoke", "k1")).toMatchObject({ code: 0, errors: "Revoked the signing key k1.\n" });
    const issues = [{ path: "keyId", message: "k2 is current" }];
    server.canned.push(failure(422, "VALIDATION_ERROR", "This key signs.", { issues }));
    const { code, errors } = await irs("signing", "revoke", "k2");
    expect(code).toBe(1);
    expect(errors).toContain("keyId: k2 is current");
  });

  test("revoke-template names the generation that signs from now on", async () => {
    server.canned.push({ status: 200, body: { generation: 2 } });
    const { code, errors } = await irs("signing", "revoke-template", TEMPLATE);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `Revoked every signed URL of the template ${TEMPLATE}; generation 2 signs now.\n`,
    });
    expect(server.requests).toEqual([`POST /api/v1/templates/${TEMPLATE}/revoke-signatures`]);
  });

  test.each([
    [["signing", "revoke"], "Which key?"],
    [["signing", "revoke-template", "7"], "7 is no id"],
    [["signing", "rotate", "k1"], "k1 is too much"],
  ])("%j is refused before anything is asked", async (argv, fault) => {
    const { code, errors } = await irs(...argv);
    expect(code).toBe(2);
    expect(errors).toContain(fault);
    expect(server.requests).toEqual([]);
  });
});
