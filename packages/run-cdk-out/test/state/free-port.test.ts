import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHttpService } from "../../src/services/http-service.js";
import { type Service } from "../../src/services/service.js";
import { demandFreePort, rememberedPort, rememberPorts } from "../../src/state/free-port.js";

let dir: string;
let taken: Service;
const takenPort = () => Number(new URL(taken.endpoint).port);
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "free-port-"));
  taken = await startHttpService(async () => undefined);
});
afterEach(async () => {
  await taken.close();
  rmSync(dir, { recursive: true });
});

test("a port that is taken is told of in one sentence that says what to do", async () => {
  await expect(demandFreePort(takenPort())).rejects.toThrow(
    new RegExp(`^Port ${takenPort()} can't be used .*PORT=\\d+ npm start\\.$`),
  );
});

test("a port is kept from run to run while it is free, else any will do", async () => {
  expect(await rememberedPort(dir, "sqs")).toBe(0);
  rememberPorts(dir, { sqs: taken.endpoint });
  expect(await rememberedPort(dir, "sqs")).toBe(0);
  const port = takenPort();
  await taken.close();
  expect(await rememberedPort(dir, "sqs")).toBe(port);
  expect(await rememberedPort(dir, "s3")).toBe(0);
});
