import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHttpService } from "../../src/services/http-service.js";
import type { Service } from "../../src/services/service.js";
import { requireFreePort } from "../../src/services/free-port.js";
import { rememberedPort, rememberPorts } from "../../src/state/remembered-ports.js";

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

test("a port that is in use is refused with a message that says what to do", async () => {
  await expect(requireFreePort(takenPort(), (port) => `PORT=${port}`)).rejects.toThrow(
    new RegExp(`^Port ${takenPort()} cannot be used\\. .* Choose another port, for example with PORT=\\d+\\.$`),
  );
});

test("the port of the last run is used again if it is free, otherwise any port", async () => {
  expect(await rememberedPort(dir, "sqs")).toBe(0);
  rememberPorts(dir, { sqs: taken.endpoint });
  expect(await rememberedPort(dir, "sqs")).toBe(0);
  const port = takenPort();
  await taken.close();
  expect(await rememberedPort(dir, "sqs")).toBe(port);
  expect(await rememberedPort(dir, "s3")).toBe(0);
});
