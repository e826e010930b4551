/** The state of custom resources between runs. Without it, each start would create them again. */
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../../services/atomic-file.js";

const recordSchema = z.object({
  type: z.string(),
  physicalResourceId: z.string(),
  /** The properties of the last successful request, including `ServiceToken`. */
  properties: z.record(z.string(), z.json()),
  data: z.record(z.string(), z.json()),
  noEcho: z.boolean(),
});

const stateSchema = z.object({
  resources: z.record(z.string(), recordSchema),
  /** Resources that are no longer in the template or were replaced, and are not deleted yet. */
  obsolete: z.array(z.object({ logicalId: z.string(), record: recordSchema })),
});

export type CustomResourceRecord = z.infer<typeof recordSchema>;
type State = z.infer<typeof stateSchema>;

/** The stored custom resources. Each change is written at once. */
export class CustomResourceState {
  readonly #file: string;
  readonly #state: State;

  constructor(file: string) {
    this.#file = file;
    this.#state = readJsonFile(file, stateSchema) ?? { resources: {}, obsolete: [] };
  }

  get(logicalId: string): CustomResourceRecord | undefined {
    return this.#state.resources[logicalId];
  }

  /** Stores a resource. If its physical ID is new, the previous resource becomes obsolete. */
  put(logicalId: string, record: CustomResourceRecord): void {
    const previous = this.#state.resources[logicalId];
    if (previous && previous.physicalResourceId !== record.physicalResourceId) {
      this.#state.obsolete.push({ logicalId, record: previous });
    }
    this.#state.resources[logicalId] = record;
    this.#write();
  }

  /** Marks all resources whose logical IDs are not in `present` as obsolete. */
  retain(present: ReadonlySet<string>): void {
    for (const [logicalId, record] of Object.entries(this.#state.resources)) {
      if (present.has(logicalId)) continue;
      this.#state.obsolete.push({ logicalId, record });
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the state is written to disk as it is
      delete this.#state.resources[logicalId];
    }
    if (this.#state.obsolete.length > 0) this.#write();
  }

  /** Removes a resource that was deleted with its stack. */
  remove(logicalId: string): void {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the state is written to disk as it is
    delete this.#state.resources[logicalId];
    this.#write();
  }

  /** Returns the resources that must be deleted. */
  obsolete(): readonly State["obsolete"][number][] {
    return [...this.#state.obsolete];
  }

  /** Removes an obsolete resource from the state. */
  forget(entry: State["obsolete"][number]): void {
    this.#state.obsolete.splice(this.#state.obsolete.indexOf(entry), 1);
    this.#write();
  }

  #write(): void {
    writeFileAtomic(this.#file, JSON.stringify(this.#state, null, 2));
  }
}
