/** What an estimate says of a render. */

/** A part of a document or of the output, with its cost. */
export interface Contributor {
  /** In the document: `layers[2].children[0]`, `background`. `output` stands for the size and format of the picture. */
  readonly path: string;
  /** The layer's name, if it has one. */
  readonly name: string | undefined;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** What of it costs the most: "a blurred shadow". */
  readonly reason: string;
}

/** What a render costs at most, as far as that can be known before it begins. */
export interface Estimate {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The same, with remote images as they usually are. */
  readonly usualCpuMs: number;
  /** Memory besides that of the process with full caches. */
  readonly memoryBytes: number;
  /** Those with the highest processor time first. */
  readonly contributors: readonly Contributor[];
}
