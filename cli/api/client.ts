/** Runs methods of the client package, and checks every response with the schemas of the contract. */
import type * as z from "zod";
import { ImageRenderError, ImageRenderService, type ReceivedResponse } from "@image-render/client";
import { issuesOf } from "@image-render/engine/issues";
import { ApiError } from "./api-error.js";
import type { Connection } from "./connection.js";
import { describeError } from "./describe-error.js";

/** A person waits for the command, so a service that does not respond must be reported soon. */
const RETRY = { maxUnanswered: 1 };

/** Calls a service with one API key. */
export class ApiClient {
  readonly #service: ImageRenderService;
  readonly baseUrl: string;
  #last: ReceivedResponse | undefined;

  constructor({ baseUrl, apiKey }: Connection, timeoutMs?: number) {
    this.baseUrl = baseUrl;
    const hooks = { response: (response: ReceivedResponse) => void (this.#last = response) };
    this.#service = new ImageRenderService({ baseUrl, apiKey, timeoutMs, retry: RETRY, hooks });
  }

  /** Runs a method of the client. @throws ApiError */
  async run<T>(method: (irs: ImageRenderService) => Promise<T>): Promise<T> {
    try {
      return await method(this.#service);
    } catch (error) {
      throw error instanceof ImageRenderError ? describeError(this.baseUrl, error) : error;
    }
  }

  /**
   * Runs a method of the client, and checks its result.
   * @throws ApiError, even for a response that violates the contract
   */
  async read<T>(schema: z.ZodType<T>, method: (irs: ImageRenderService) => Promise<unknown>): Promise<T> {
    const parsed = schema.safeParse(await this.run(method));
    if (parsed.success) return parsed.data;
    const { status, requestId } = this.#last ?? {};
    throw new ApiError(`${this.baseUrl} returned an unexpected response. Use the irs of the service's version.`, {
      facts: [status, requestId && `request ${requestId}`].filter((fact) => fact !== undefined).join(", "),
      issues: issuesOf(parsed.error).slice(0, 5),
    });
  }
}
