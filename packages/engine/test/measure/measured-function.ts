import { buildPrograms } from "./build-programs.js";
import { LineProcess } from "./line-process.js";
import type { Order, Outcome } from "./order.js";

/** The function ends a render much earlier. This timeout ends a function that hangs. */
const TIMEOUT_MS = 300_000;

/** A function with the rendering process of production. Both run in their own processes. */
export class MeasuredFunction {
  /** The folder of the images that documents show at `https://images.test/NAME`. */
  readonly images: string;
  readonly #function: LineProcess;

  constructor() {
    const { standIn, renderProcess, images } = buildPrograms();
    this.images = images;
    this.#function = new LineProcess([standIn, renderProcess, images], TIMEOUT_MS);
  }

  /** Renders a document and measures the render. */
  async run(order: Order): Promise<Outcome> {
    const asked = await this.#function.ask(order);
    return "answer" in asked ? (asked.answer as Outcome) : { ended: "function", detail: asked.detail };
  }

  /** Ends the processes. The next render has new ones, with empty caches. */
  stop(): void {
    this.#function.stop();
  }
}
