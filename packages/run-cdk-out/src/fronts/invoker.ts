import type { Readable } from "node:stream";

/** The result of a buffered invocation. */
export interface Invocation {
  /** Defined if the function failed. Then the payload describes the error. */
  readonly functionError?: string | undefined;
  readonly payload: Buffer;
}

/** Status and headers that a streaming function sends before its body. */
export interface HttpPrelude {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: readonly string[] | undefined;
}

/** A streaming result: the prelude is complete, the body is not. */
export interface StreamedInvocation {
  readonly prelude?: HttpPrelude | undefined;
  /** The content type of the function if it sent no prelude. */
  readonly contentType?: string | undefined;
  readonly body: Readable;
  /** Defined if the function failed before it sent anything. */
  readonly functionError?: string | undefined;
}

/** The part of a function that an HTTP front uses. */
export interface Invoker {
  invoke(event: unknown): Promise<Invocation>;
  invokeStreaming(event: unknown): Promise<StreamedInvocation>;
}
