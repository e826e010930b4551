/**
 * Each call of a function to a service passes through a `FaultPlan` before the service acts. It counts and names the
 * calls, and puts the planned faults into them. It knows nothing of the program that runs.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { respondWithFault } from "./fault-responses.js";
import type { FaultKind, PlannedFault, SeenCall } from "./planned-fault.js";
import { type ServiceCall, type ServiceName, serviceCallOf } from "./service-call.js";

/** The connection of a call that times out ends after this time. The SDK cannot tell it from a longer wait. */
const TIMEOUT_MS = 20;

/** Serves a request to a service. `signal` aborts when the client disconnects. */
type ServeCall = (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;

/** A request to a service, and what the service does with it. */
export interface Passing {
  readonly service: ServiceName;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body, if it has been read before. */
  readonly body?: Buffer;
  /** Lets the service act and respond. */
  readonly act: (response: ServerResponse) => Promise<void>;
}

export class FaultPlan {
  readonly #kill: (processTag: string) => void;
  #planned: readonly PlannedFault[] = [];
  #seen: SeenCall[] = [];
  #counts = new Map<string, number>();
  /** The faults of calls that the SDK may still retry, by the ID of the call. */
  #lasting = new Map<string, FaultKind>();
  /** The calls that have been counted, so that a retry by the SDK is not another call. */
  #known = new Set<string>();
  #fired: PlannedFault[] = [];

  /** @param kill ends the process with this tag at once */
  constructor(kill: (processTag: string) => void) {
    this.#kill = kill;
  }

  /** Replaces the plan, and forgets the calls so far. */
  set(planned: readonly PlannedFault[]): void {
    this.#planned = planned;
    this.#seen = [];
    this.#counts = new Map();
    this.#lasting = new Map();
    this.#known = new Set();
    this.#fired = [];
  }

  /** Returns the calls since the plan was set, and the faults that have happened. */
  report(): { readonly calls: readonly SeenCall[]; readonly fired: readonly PlannedFault[] } {
    return { calls: this.#seen, fired: this.#fired };
  }

  /** Returns a handler that passes the requests to a service through the plan. */
  wrap(service: ServiceName, handler: ServeCall): ServeCall {
    return async (request, response, signal) =>
      this.pass({ service, request, response, act: async (real) => handler(request, real, signal) });
  }

  async pass(passing: Passing): Promise<void> {
    const { service, request, response, body, act } = passing;
    const call = serviceCallOf(service, request, body);
    const kind = call && this.#faultOf(call);
    if (call === undefined || kind === undefined) return act(response);
    return this.#fail(kind, call, passing);
  }

  #faultOf(call: ServiceCall): FaultKind | undefined {
    const { functionName, action, sdkId, writes, hasCondition } = call;
    if (sdkId !== "" && this.#known.has(sdkId)) return this.#lasting.get(sdkId);
    this.#known.add(sdkId);
    const key = `${functionName} ${action}`;
    const occurrence = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, occurrence);
    this.#seen.push({ functionName, action, occurrence, writes, hasCondition });
    const fault = this.#planned.find(
      (one) => one.functionName === functionName && one.action === action && one.occurrence === occurrence,
    );
    if (fault === undefined) return undefined;
    this.#fired.push(fault);
    if (LASTING.has(fault.kind)) this.#lasting.set(sdkId, fault.kind);
    return fault.kind;
  }

  async #fail(kind: FaultKind, call: ServiceCall, passing: Passing): Promise<void> {
    const { request, response, body, act, service } = passing;
    if (ACTS.has(kind)) await act(new ServerResponse(request));
    else request.resume();
    switch (kind) {
      case "throttle":
        // The SDK waits longer after a throttled call than after an error. Only its last attempt decides what the caller sees.
        respondWithFault(service, isLastAttempt(request) ? "throttle" : "internal", response, body);
        return;
      case "internal":
      case "conditional":
      case "conflict":
        respondWithFault(service, kind, response, body);
        return;
      case "kill-before":
      case "kill-after":
        if (call.processTag !== undefined) this.#kill(call.processTag);
        break;
      case "timeout":
      case "timeout-acted":
        await pause(TIMEOUT_MS);
        break;
      case "reset":
        break;
    }
    request.socket.resetAndDestroy();
  }
}

function isLastAttempt({ headers }: IncomingMessage): boolean {
  const [, attempt, max] = /attempt=(\d+); max=(\d+)/.exec(String(headers["amz-sdk-request"])) ?? [];
  return attempt === max;
}

const LASTING: ReadonlySet<FaultKind> = new Set(["throttle", "internal", "timeout", "timeout-acted", "conflict"]);
/** The service acts, and its response is lost. */
const ACTS: ReadonlySet<FaultKind> = new Set(["timeout-acted", "reset", "conditional", "kill-after"]);
