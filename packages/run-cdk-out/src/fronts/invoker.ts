import { type Readable } from "node:stream";

/** What a function's answer to a buffered invocation comes as. */
export interface Invocation {
  /** Present when the function failed; the payload then tells of the error. */
  readonly functionError?: string | undefined;
  readonly payload: Buffer;
}

/** Status and headers that a streaming function sends ahead of its body. */
export interface HttpPrelude {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: readonly string[] | undefined;
}

/** A streaming answer: the prelude is known, the body still arrives. */
export interface StreamedInvocation {
  readonly prelude?: HttpPrelude | undefined;
  /** What the function called the bytes when it sent no prelude. */
  readonly contentType?: string | undefined;
  readonly body: Readable;
  /** Present when the function failed before it sent anything. */
  readonly functionError?: string | undefined;
}

/** The part of a function that an HTTP front needs: to be called. */
export interface Invoker {
  invoke(event: unknown): Promise<Invocation>;
  invokeStreaming(event: unknown): Promise<StreamedInvocation>;
}
