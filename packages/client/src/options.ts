/** The settings of the client and of its calls. */

/** A request that is sent. No hook gets a key, a body or a signed query. */
export interface SentRequest {
  readonly method: string;
  /** The path of the address, without the query. */
  readonly path: string;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** How a request ended. */
export interface ReceivedResponse extends SentRequest {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The time until the status arrived. */
  readonly durationMs: number;
}

/** A request that will be sent again. */
export interface PlannedRetry extends SentRequest {
  readonly waitMs: number;
  readonly error: Error;
}

/** Functions that are called for logging. Errors that they throw are ignored. */
export interface Hooks {
  readonly request?: (request: SentRequest) => void;
  readonly response?: (response: ReceivedResponse) => void;
  readonly retry?: (retry: PlannedRetry) => void;
}

/** When requests are repeated. */
export interface RetrySettings {
  /** The maximum number of repetitions of a request. */
  readonly max: number;
  /** The maximum number of repetitions of a request that got no response. They count for `max` too. */
  readonly maxUnanswered: number;
  /** The longest sum of the pauses of a request. If the service asks for a longer pause, the error is thrown at once. */
  readonly maxWaitMs: number;
  /** The pause before the first repetition. Each further pause is twice as long, and a part of each is random. */
  readonly baseMs: number;
}

/** The settings of all calls. */
export interface ServiceOptions {
  /** The address of the service, for example `https://images.example.com`. Without one, the constructor throws. */
  readonly baseUrl: string | undefined;
  /** An API key. Leave it out on pages of the service: `auth: "session"`. */
  readonly apiKey?: string | undefined;
  /** `session`: a page of the service's own origin calls it with the cookie of its session. */
  readonly auth?: "session" | undefined;
  /** Sends the requests in place of the `fetch` of the runtime. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * A request fails after this time without any byte. The time of a wait is added. The default is longer than the 30 s
   * that the service allows itself.
   * @default 35000
   */
  readonly timeoutMs?: number | undefined;
  /** @default { max: 5, maxUnanswered: 3, maxWaitMs: 30000, baseMs: 500 } */
  readonly retry?: Partial<RetrySettings> | undefined;
  readonly hooks?: Hooks | undefined;
}

/** The settings of one call. */
export interface CallOptions {
  /** Ends the call. It then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
}

/** The settings of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes the service execute the request only once, however often it arrives within 24 hours. By default each call has
   * a new key, which its own repetitions share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The settings of a call that waits until something has ended. */
export interface WaitOptions extends CallOptions {
  /**
   * The longest wait. Then the call throws a `WaitTimeoutError`.
   * @default 600
   */
  readonly maxWaitSeconds?: number | undefined;
}
