import { type Issue, withFirstIssue } from "./issue.js";

/** Every error code of the engine, and whether the same render can succeed later. */
const RETRYABLE = {
  /** The document or the request has issues, or the picture exceeds the budget of a render. */
  VALIDATION_ERROR: false,
  /** Several layers have the same name, so overrides would be ambiguous. */
  DUPLICATE_LAYER_NAMES: false,
  /** A remote image is temporarily unavailable, and its layer must not be drawn without it. */
  IMAGE_UNAVAILABLE: true,
  /** The engine, or a library that it uses, failed. */
  INTERNAL: true,
} as const;

export type EngineErrorCode = keyof typeof RETRYABLE;

export interface EngineErrorOptions {
  /** Machine-readable facts. `issues` lists every issue of a `VALIDATION_ERROR`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The details for a log. They do not help authors of templates. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/** The error that the engine throws. `message` is a sentence for the author of the template. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly internal: string | undefined;

  constructor(code: EngineErrorCode, message: string, options: EngineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.internal = options.internal;
  }

  /** Whether the same render can succeed later. */
  get retryable(): boolean {
    return RETRYABLE[this.code];
  }
}

/**
 * Returns whether a value is an error of the engine. A program with two bundles can have this class twice, so
 * `instanceof` is not enough.
 */
export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && error.name === "EngineError";
}

/** Creates a `VALIDATION_ERROR` that lists every issue in `details.issues`. */
export function validationError(message: string, issues: readonly Issue[]): EngineError {
  return new EngineError("VALIDATION_ERROR", message, { details: { issues } });
}

/** Like {@link validationError}, but the message also contains the first issue. Many programs show only the message. */
export function issuesError(subject: string, issues: readonly Issue[]): EngineError {
  return validationError(withFirstIssue(subject, issues), issues);
}
