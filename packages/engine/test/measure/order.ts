/** The renders that are measured, and their outcomes. */
import type { PictureRequest } from "../../src/renderer/picture.js";

/** One render in a function with the child process of production. */
export interface Order {
  /** A template document as an author writes it. */
  readonly source: unknown;
  readonly request: PictureRequest;
  /** A name for the document, so that it is compiled once and its frame is kept. */
  readonly version?: string | undefined;
  /** The file of every upload, as base64. */
  readonly upload?: string | undefined;
}

/** The time and memory that one render needed. */
export interface Measured {
  /** Processor time of all threads of the child process. */
  readonly cpuMs: number;
  /** The most memory that was resident during the render in the child process, and in the function. */
  readonly childBytes: number;
  readonly functionBytes: number;
  /** The error that a caller gets, if the picture can't be made. */
  readonly refusal?: string;
  /** An error that must not occur. */
  readonly error?: string;
}

/** The outcome of a render. A crash, or a limit of the render's budget, ends the child process. */
export type Outcome =
  | { readonly measured: Measured }
  | { readonly ended: "crash" | "time" | "memory" | "idle" | "function"; readonly detail: string };
