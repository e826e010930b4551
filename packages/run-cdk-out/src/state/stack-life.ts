/**
 * Records which stack the state folder contains. As in CloudFormation, a new stack with other IDs follows a deleted
 * one.
 */
import { existsSync } from "node:fs";
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../services/atomic-file.js";
import type { StatePaths } from "./state-paths.js";

const lifeSchema = z.object({
  /** The number of stacks that were deleted before this one. */
  number: z.int().min(0),
  /** Whether all resources of this stack have been created once. A stack that fails before that is deleted again. */
  isComplete: z.boolean(),
});
type Life = z.infer<typeof lifeSchema>;

/** The stack in a state folder. Each change is written at once. */
export class StackLife {
  readonly #file: string;
  #life: Life;

  constructor({ stack, customResources }: Pick<StatePaths, "stack" | "customResources">) {
    this.#file = stack;
    // A state folder without this file contains the complete stack of an earlier version of the runner.
    this.#life = readJsonFile(stack, lifeSchema) ?? { number: 0, isComplete: existsSync(customResources) };
  }

  /**
   * Returns the seed of this stack. Names and IDs of its resources are derived from the seed and from their logical
   * IDs.
   */
  idSeed(stackName: string): string {
    return this.#life.number === 0 ? stackName : `${stackName}#${this.#life.number}`;
  }

  get isComplete(): boolean {
    return this.#life.isComplete;
  }

  complete(): void {
    this.#write({ ...this.#life, isComplete: true });
  }

  /** Records that the stack was deleted. The next start creates a new one. */
  end(): void {
    this.#write({ number: this.#life.number + 1, isComplete: false });
  }

  #write(life: Life): void {
    this.#life = life;
    writeFileAtomic(this.#file, JSON.stringify(life, null, 2));
  }
}
