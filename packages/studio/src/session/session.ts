/** Who is signed in. The page itself holds no key: the browser keeps the session's cookie, which scripts cannot read. */
import { ApiError } from "@image-render/client";
import { computed, signal } from "@preact/signals";
import { irs, isSessionRefused } from "../service/irs.js";
import { asError, forgetAll, reloadShown } from "../service/resources.js";

/** The person or program that is signed in. */
export type Caller = Awaited<ReturnType<typeof irs.session.current>>;

/** A permission of a session. */
export type Scope = Caller["scopes"][number];

/** `failed`: the service did not say who is signed in. `expired`: a person was signed in, and may have unsaved work. */
export type SessionState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "signed-out" }
  | { readonly kind: "signed-in"; readonly caller: Caller }
  | { readonly kind: "expired"; readonly caller: Caller };

const state = signal<SessionState>({ kind: "loading" });

/** The state of the session. A refused request turns a session into an expired one. */
export const session = computed<SessionState>(() => {
  const current = state.value;
  return current.kind === "signed-in" && isSessionRefused.value ? { kind: "expired", caller: current.caller } : current;
});

/** Whether the session has a scope. */
export function hasScope(scope: Scope): boolean {
  const current = session.value;
  return (current.kind === "signed-in" || current.kind === "expired") && current.caller.scopes.includes(scope);
}

/** The workspace of the session, for what the browser keeps for each workspace. Empty if nobody is signed in. */
export function workspaceId(): string {
  const current = session.value;
  return current.kind === "signed-in" || current.kind === "expired" ? current.caller.workspaceId : "";
}

/** The token of a sign-in link that waits for a decision, because somebody is signed in already. */
export const offeredToken = signal<string | undefined>(undefined);

/** Signs in with the token of the address, or asks the service who is signed in. */
export async function startSession(): Promise<void> {
  const token = /^#([\w-]{20,})$/.exec(location.hash)?.[1];
  // The token works only once, so the address is not worth keeping, and nobody should copy it from the history.
  if (token !== undefined) history.replaceState(null, "", location.pathname + location.search);
  await readSession();
  if (token === undefined) return;
  // A link can come from somebody who wants to see what is done in their workspace, so it never replaces a session.
  if (state.peek().kind === "signed-in") offeredToken.value = token;
  else await followLink(token);
}

/** Begins the session of a sign-in link. The page says so if the link does not work. */
export async function followLink(token: string): Promise<void> {
  offeredToken.value = undefined;
  try {
    await open({ token });
  } catch (error) {
    linkProblem.value = asError(error);
  }
}

/** Why the link that the page was opened with did not sign in. */
export const linkProblem = signal<Error | undefined>(undefined);

/** Asks the service who is signed in. */
export async function readSession(): Promise<void> {
  try {
    signedIn(await irs.session.current());
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    state.value = isRefused ? { kind: "signed-out" } : { kind: "failed", error: asError(error) };
  }
}

/** Opens a session with a key. The key is not kept. @throws ApiError for a key that is not valid */
export function signIn(apiKey: string): Promise<void> {
  return open({ apiKey });
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await irs.session.end();
  forgetAll();
  state.value = { kind: "signed-out" };
}

async function open(credential: { readonly apiKey: string } | { readonly token: string }): Promise<void> {
  await irs.requestJson("POST /session", { body: credential });
  signedIn(await irs.session.current());
}

function signedIn(caller: Caller): void {
  const before = state.peek();
  const isSamePlace = before.kind === "signed-in" && before.caller.workspaceId === caller.workspaceId;
  if (!isSamePlace) forgetAll();
  isSessionRefused.value = false;
  linkProblem.value = undefined;
  state.value = { kind: "signed-in", caller };
  // What was on the page while the session had ended is loaded now. Nothing that was typed is lost.
  if (isSamePlace) reloadShown();
}
