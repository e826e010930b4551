/**
 * Reads documents as lines of JSON, compares their pictures with the reference, and writes the differences of each
 * document as a line of JSON. It runs in its own process, because a document can end the process.
 */
import { createInterface } from "node:readline";
import { EngineError } from "../../src/issues/engine-error.js";
import { readDocument } from "../../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "../oracle/compare-paths.js";
import type { Compared, FuzzCase } from "./fuzz-case.js";

async function compare({ source, request }: FuzzCase): Promise<Compared> {
  const { scale = 1, transparent = false } = request;
  const options = { scale, transparent };
  const differences = await comparePaths(readDocument(source), [{}, request], options, oracleResources());
  const [fault] = faultsOf(differences);
  return fault === undefined ? {} : { fault };
}

/** Without the overrides of its request, a document can exceed the limits. The service refuses such a document too. */
function failureOf(error: unknown): Compared {
  const isRefusal = error instanceof EngineError && error.code !== "INTERNAL";
  return isRefusal ? {} : { error: String(error) };
}

process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const compared = await compare(JSON.parse(line) as FuzzCase).catch(failureOf);
  process.stdout.write(`${JSON.stringify(compared)}\n`);
}
