/** Creates or updates the stack of a state folder, and deletes it. */
import type { StackLife } from "../state/stack-life.js";
import type { Assembly } from "./assembly.js";
import type { CustomResources } from "./custom-resources/custom-resources.js";
import { deleteStack, type RetainedResource } from "./delete-stack.js";
import type { Platform } from "./platform.js";
import type { ProvisionedResource, StackFacts } from "./resource.js";
import { type ProvisionedStack, provisionStack } from "./stack.js";

export interface DeploymentOptions {
  readonly assembly: Assembly;
  readonly facts: StackFacts;
  readonly platform: Platform;
  readonly customResources: CustomResources;
  readonly life: StackLife;
  /** Logical IDs of resources whose creation must fail. */
  readonly failing: readonly string[];
  /** Receives messages for the user. */
  readonly onNotice: (notice: string) => void;
}

export class Deployment {
  readonly #options: DeploymentOptions;
  /** In the order of their creation. */
  readonly #resources = new Map<string, ProvisionedResource>();

  constructor(options: DeploymentOptions) {
    this.#options = options;
  }

  /**
   * Creates the resources that do not exist. If that fails in a new stack, everything is deleted again. A stack that
   * was complete once keeps its resources.
   */
  async deploy(): Promise<ProvisionedStack> {
    const { assembly, facts, platform, customResources, failing, life, onNotice } = this.#options;
    try {
      const provisioning = { platform, customResources, failing };
      const stack = await provisionStack(assembly.template, facts, provisioning, this.#resources);
      await customResources.cleanUp(new Set(stack.resources.keys()));
      life.complete();
      return stack;
    } catch (error) {
      if (!life.isComplete) await this.#rollBack();
      else onNotice("The stack keeps what it had before the failure.");
      throw error;
    }
  }

  /** Deletes the stack. Returns what it leaves behind. The next start creates a new stack with other names and IDs. */
  async delete(): Promise<RetainedResource[]> {
    return this.#delete(false);
  }

  async #rollBack(): Promise<void> {
    const { onNotice } = this.#options;
    try {
      const retained = await this.#delete(true);
      const kept = retained.map(({ physicalId }) => physicalId).join(", ");
      onNotice(`The new stack failed and was deleted again.${kept === "" ? "" : ` It leaves behind: ${kept}`}`);
    } catch (error) {
      // The caller throws the original failure, which matters more.
      onNotice(
        `The new stack failed and could not be deleted: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #delete(isRollback: boolean): Promise<RetainedResource[]> {
    const { platform, customResources, life } = this.#options;
    const retained = await deleteStack([...this.#resources.values()], { platform, customResources, isRollback });
    life.end();
    return retained;
  }
}
