/** Counts the work of a render while it runs, and stops a render that exceeds its budget. */
import { issuesError } from "../issues/engine-error.js";
import { type Labeled, labelOf } from "./warnings.js";

/**
 * The largest work of one render in microseconds of one core of a function with 1,769 MB. The work is counted from
 * sizes, not measured, so that a render does not depend on the load of a machine. All examples need less than a tenth.
 * The limit is a fifth more than the estimate allows, because the two count the same work in slightly different ways.
 * So an accepted picture is not stopped here.
 */
export const MAX_WORK_US = 12_000_000;

/** After this much work, a render can have used much memory. No usual picture needs as much work. */
const LONG_WORK_US = 100_000;

/** Counts work in microseconds. @throws EngineError `VALIDATION_ERROR` if the budget of the render is used up. */
export type Meter = (microseconds: number) => void;

/** The meter for work outside of a render. */
export const UNLIMITED: Meter = () => undefined;

/** The work of one render, by layer. */
export class Work {
  readonly #limit: number;
  readonly #spent = new Map<string, number>();
  readonly #makeRoom: (bytes?: number) => void;
  #total = 0;
  #reported = 0;

  /**
   * @param makeRoom makes room for a number of bytes. During a costly render, it is called from time to time without a
   * number
   */
  constructor(limit = MAX_WORK_US, makeRoom: (bytes?: number) => void = () => undefined) {
    this.#limit = limit;
    this.#makeRoom = makeRoom;
  }

  /** The total work so far, in microseconds. */
  get total(): number {
    return this.#total;
  }

  /** Announces a step that needs much memory, such as decoding a large image. */
  announce(bytes: number): void {
    this.#makeRoom(bytes);
  }

  /** Returns the meter of a layer. Errors name the layer. */
  of(layer: Labeled): Meter {
    const label = labelOf(layer);
    return (microseconds) => {
      this.#total += microseconds;
      this.#spent.set(label, (this.#spent.get(label) ?? 0) + microseconds);
      if (this.#total > this.#limit) throw this.#exceeded(label);
      if (this.#total - this.#reported < LONG_WORK_US) return;
      this.#reported = this.#total;
      this.#makeRoom();
    };
  }

  #exceeded(label: string) {
    const [[largest, most] = [label, 0]] = [...this.#spent].sort(([, one], [, other]) => other - one);
    const share = Math.round((100 * most) / this.#total);
    const message =
      `The picture needs too much work. Its budget was used up at the layer "${label}". ` +
      `The layer "${largest}" took the most, ${share} %. Make the picture smaller, or use fewer layers, ` +
      "smaller shadows, blurs and images, or shorter texts.";
    return issuesError("The picture can't be made.", [{ path: `layers.${label}`, message }]);
  }
}
