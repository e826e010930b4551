import { join } from "node:path";
import type { Estimate } from "../../src/estimate/estimate.js";
import { LineProcess } from "../measure/line-process.js";
import { MeasuredFunction } from "../measure/measured-function.js";
import type { Outcome } from "../measure/order.js";
import { confirm } from "./confirm.js";
import type { Compared, FuzzCase } from "./fuzz-case.js";
import { knownImages, writeFuzzImages } from "./fuzz-images.js";
import { check, differenceOf, findingOf } from "./judge.js";

/** The result of a case. */
export interface TrialResult {
  readonly finding?: string | undefined;
  /** The kind of the finding, or whether the case was refused or rendered. */
  readonly kind: string;
  /** A finding of measured time that further runs did not show, or a comparison that took too long by the clock. */
  readonly refuted?: string | undefined;
  readonly outcome?: Outcome;
  readonly estimate?: Estimate;
}

/** The result of a comparison with the reference. It has no field if both pictures are the same. */
interface Comparison {
  readonly finding?: string | undefined;
  readonly tooSlow?: string;
}

/** The reference draws everything at once, so only small pictures are compared. */
const MAX_COMPARED = { pixels: 400_000, cpuMs: 2_500 };
/**
 * The number of renders of one process. The caches of a new process are empty, so its renders take longer. Later, its
 * caches are full, as in a function that has run for some time.
 */
const RENDERS_PER_PROCESS = 20;
const COMPARE_TIMEOUT_MS = 120_000;
/**
 * The first document of a new process that confirms a finding. Loading the code for texts and shadows takes 100 to 150 ms, which
 * is not part of an estimate and more than many small pictures take.
 */
const FIRST_CARD: FuzzCase = {
  source: {
    width: 1200,
    height: 630,
    layers: [
      {
        ...{ id: "box", type: "rectangle", name: "box", x: 80, y: 80, width: 900, height: 400 },
        ...{ background_color: "#3366cc", shadow_color: "#00000080", shadow_blur: 40, rotation: 10 },
      },
      {
        ...{ id: "title", type: "text", name: "title", x: 120, y: 120, width: 800 },
        ...{ text: "The quick brown fox jumps over the lazy dog", font_size: 72 },
      },
    ],
  },
  request: { format: "png" },
};

/** Tries cases as the service does: the checks, the estimate, and the child process of a function. */
export class Trial {
  readonly #function = new MeasuredFunction();
  readonly #comparer = new LineProcess(
    ["--import", "tsx", join(import.meta.dirname, "compare.ts")],
    COMPARE_TIMEOUT_MS,
  );
  #renders = 0;

  /** Creates the images that documents show at addresses. */
  async prepare(): Promise<void> {
    await writeFuzzImages(this.#function.images);
  }

  async run(test: FuzzCase, mostTimes?: number): Promise<TrialResult> {
    const checked = check(test, knownImages(this.#function.images));
    if ("refused" in checked) return { kind: `refused: ${checked.refused}` };
    if (this.#renders % RENDERS_PER_PROCESS === 0) this.#function.stop();
    const first = await this.#render(test);
    const judge = (outcome: Outcome) => findingOf(checked, outcome, mostTimes);
    const { outcome, finding: found, refuted } = await confirm(first, judge, () => this.#renderInNewProcess(test));
    const { estimate } = checked;
    const drawn = "measured" in outcome && outcome.measured.refusal === undefined;
    const isCompared = found === undefined && drawn && isComparable(test, estimate);
    const compared: Comparison = isCompared ? await this.#compare(test) : {};
    const finding = found ?? compared.finding;
    const kind = finding?.split(":")[0] ?? "rendered";
    return { finding, kind, refuted: refuted ?? compared.tooSlow, outcome, estimate };
  }

  stop(): void {
    this.#function.stop();
    this.#comparer.stop();
  }

  async #render(test: FuzzCase): Promise<Outcome> {
    this.#renders += 1;
    return await this.#function.run(test);
  }

  async #renderInNewProcess(test: FuzzCase): Promise<Outcome> {
    this.#function.stop();
    this.#renders = 0;
    await this.#render(FIRST_CARD);
    return await this.#render(test);
  }

  /** Beside other work of the machine, the reference can exceed its time by the clock. This is not a finding. */
  async #compare(test: FuzzCase): Promise<Comparison> {
    const asked = await this.#comparer.ask(test);
    if ("answer" in asked) return { finding: differenceOf(asked.answer as Compared) };
    if (asked.isTimeout) return { tooSlow: `reference: it took longer than ${COMPARE_TIMEOUT_MS / 1000} s` };
    return { finding: `reference: its process ended (${asked.detail})` };
  }
}

function isComparable({ source, request }: FuzzCase, { cpuMs }: Estimate): boolean {
  const { width = 0, height = 0 } = source as { width?: number; height?: number };
  const pixels = width * height * (request.scale ?? 1) ** 2;
  const isRemote = JSON.stringify([source, request]).includes("https://images.test");
  return !isRemote && pixels <= MAX_COMPARED.pixels && cpuMs <= MAX_COMPARED.cpuMs;
}
