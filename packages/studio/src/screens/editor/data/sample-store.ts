/** The sets of values that people keep for a template. The API has no place for them, so the browser keeps them. */
import { signal } from "@preact/signals";
import type { SampleSet } from "../../../editor/samples/sample-sets.js";
import { BrowserStore } from "../../../service/browser-store.js";

interface KeptSets {
  readonly template: string;
  readonly sets: readonly SampleSet[];
}

const store = new BrowserStore<KeptSets>("studio-samples", "template");

/** The sets of one template. */
export class SampleStore {
  readonly sets = signal<readonly SampleSet[]>([]);
  readonly #template: string;

  constructor(template: string) {
    this.#template = template;
  }

  /** Reads what the browser has kept. Without a store, there are no sets. */
  async open(): Promise<void> {
    const kept = await store.get(this.#template).catch(() => undefined);
    if (kept !== undefined) this.sets.value = kept.sets;
  }

  /** Adds a set, or replaces the one with its ID. */
  async keep(set: SampleSet): Promise<void> {
    const index = this.sets.value.findIndex(({ id }) => id === set.id);
    await this.#store(index === -1 ? [...this.sets.value, set] : this.sets.value.with(index, set));
  }

  async remove(id: string): Promise<void> {
    await this.#store(this.sets.value.filter((set) => set.id !== id));
  }

  async #store(sets: readonly SampleSet[]): Promise<void> {
    this.sets.value = sets;
    await store.put({ template: this.#template, sets });
  }
}
