/** The messages between a function and its rendering process. */
import { type EngineErrorCode, EngineError } from "../issues/engine-error.js";
import type { PictureLayout } from "../document/picture-layout.js";
import type { PictureRequest, RenderedPicture } from "../renderer/picture.js";
import type { RenderOptions } from "../renderer/renderer.js";

/** The results of a rendering process by the kind of the request. */
export interface DrawingResults {
  readonly render: RenderedPicture;
  readonly layout: PictureLayout;
}

export type DrawingKind = keyof DrawingResults;

/** A document and a request, with the owner of the uploads. */
export interface DrawingRequest extends Omit<RenderOptions, "uploads" | "onEncoded"> {
  readonly document: unknown;
  readonly request: PictureRequest;
  readonly owner: string;
}

/** The messages to the rendering process. */
export type ToRenderingProcess =
  | (DrawingRequest & { readonly kind: DrawingKind })
  | { readonly kind: "loaded"; readonly load: number; readonly bytes: Uint8Array }
  | { readonly kind: "unavailable"; readonly load: number; readonly error: SentError };

/** A file that a render needs. The function loads it, because the rendering process has no credentials. */
export interface LoadRequest {
  readonly kind: "load";
  /** Identifies the load. */
  readonly load: number;
  readonly what: "image" | "upload";
  /** The URL of an image, or the ID of an upload. */
  readonly name: string;
}

/** The messages from the rendering process. If the process ends after `begun`, the render is the reason. */
export type FromRenderingProcess =
  | { readonly kind: "ready" }
  | { readonly kind: "begun" }
  | LoadRequest
  | { readonly kind: "done"; readonly result: DrawingResults[DrawingKind]; readonly encodeMs: number | undefined }
  | { readonly kind: "failed"; readonly error: SentError };

/** An error as plain data, because a copy of an error loses its class and its properties. */
export interface SentError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly retryable: boolean | undefined;
  readonly service:
    | {
        readonly code: EngineErrorCode;
        readonly details: EngineError["details"];
        readonly internal: string | undefined;
      }
    | undefined;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { message: String(error), stack: undefined, retryable: undefined, service: undefined };
  const { message } = error;
  // The stack of the cause says where a library failed.
  const stack = error.cause instanceof Error ? `${error.stack ?? ""}\nCause: ${error.cause.stack ?? ""}` : error.stack;
  const retryable = "retryable" in error && typeof error.retryable === "boolean" ? error.retryable : undefined;
  const service =
    error instanceof EngineError ? { code: error.code, details: error.details, internal: error.internal } : undefined;
  return { message, stack, retryable, service };
}

/** Returns the error that was sent, with the same public properties. Its cause has the stack of the other process. */
export function receivedError({ message, stack, retryable, service }: SentError): Error {
  const cause = new Error(message);
  cause.stack = stack ?? message;
  if (service === undefined) {
    const error = new Error(message, { cause });
    return retryable === undefined ? error : Object.assign(error, { retryable });
  }
  const { code, details, internal } = service;
  return new EngineError(code, message, {
    cause,
    ...(details !== undefined && { details }),
    ...(internal !== undefined && { internal }),
  });
}
