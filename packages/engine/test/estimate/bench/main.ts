/**
 * `npm run bench:estimate [-- --only TEXT]`: measures how long it takes to check and estimate the largest accepted
 * requests, as processor time in ms. Each request is measured in a new process: the first one, and the fastest of five
 * later ones with other texts. Before the first one, the process estimates a small request, because a process that
 * serves requests has done so too.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { check } from "../../fuzz/judge.js";
import { checkTemplateDocument } from "../../../src/document/check-template-document.js";
import type { FuzzCase } from "../../fuzz/fuzz-case.js";
import { LARGE_REQUESTS } from "./large-requests.js";

const SMALL = { width: 9, height: 9, layers: [{ id: "a", type: "text", width: 9, height: 9, text: "a" }] };
const LATER_REQUESTS = 5;
/**
 * The number of new processes for each request. The shortest time counts, because other work on the machine only adds.
 */
const PROCESSES = 3;

/** Returns the processor time of a request for a stored template: its document is read, checked and estimated. */
function timeOf(request: FuzzCase): number {
  const before = process.cpuUsage();
  const checked = check(request);
  const { user, system } = process.cpuUsage(before);
  if ("refused" in checked && checked.refused !== "cost") {
    const read = checkTemplateDocument(request.source);
    throw new Error(`Refused: ${checked.refused} ${"issues" in read ? JSON.stringify(read.issues).slice(0, 300) : ""}`);
  }
  return (user + system) / 1000;
}

/** Processor time in ms. */
interface Times {
  readonly first: number;
  readonly warm: number;
}

function measure(name: string): Times {
  const make = LARGE_REQUESTS[name];
  if (make === undefined) throw new Error(`There is no request ${name}.`);
  check({ source: SMALL, request: {} });
  const requests = Array.from({ length: LATER_REQUESTS + 1 }, (_, variant) => make(variant));
  const [first = 0, ...later] = requests.map(timeOf);
  return { first, warm: Math.min(...later) };
}

async function measureInNewProcess(name: string): Promise<Times> {
  const file = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [file, "--measure", name]);
  return JSON.parse(stdout) as Times;
}

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, measure: { type: "string" } },
});
if (values.measure !== undefined) {
  process.stdout.write(JSON.stringify(measure(values.measure)));
} else {
  process.stdout.write("| request | first of a process, ms | warm, ms |\n| --- | --: | --: |\n");
  for (const name of Object.keys(LARGE_REQUESTS).filter((each) => each.includes(values.only))) {
    const runs: Times[] = [];
    for (let run = 0; run < PROCESSES; run++) runs.push(await measureInNewProcess(name));
    const least = (key: "first" | "warm") => Math.round(Math.min(...runs.map((run) => run[key])));
    process.stdout.write(`| ${name} | ${least("first")} | ${least("warm")} |\n`);
  }
}
