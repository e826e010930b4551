import type { Paged } from "../lists/paged.js";
import type { CallOptions, CreateOptions } from "../options.js";
import type {
  Key,
  LedgerEntry,
  Project,
  Query,
  RequestBody,
  ResponseBody,
  Session,
  Usage,
  Workspace,
} from "../types.js";
import { Resource } from "./resource.js";

/** Plan, credits and ledger of the workspace. */
export class UsageOfWorkspace extends Resource {
  /** Returns the plan, the credits of the month, and the use on each of its days. */
  get(options?: CallOptions): Promise<Usage> {
    return this.caller.json("GET /usage", { options });
  }

  /** Lists the debits and refunds of a month. */
  ledger(
    query?: Omit<Query<"GET /usage/ledger">, "format">,
    options?: CallOptions,
  ): Paged<LedgerEntry, ResponseBody<"GET /usage/ledger">> {
    return this.cursorList("GET /usage/ledger", "entries", query, options);
  }
}

/** API keys of the workspace. */
export class Keys extends Resource {
  /** Lists the keys without their secret texts. */
  async list(options?: CallOptions): Promise<Key[]> {
    return (await this.caller.json("GET /keys", { options })).keys;
  }

  /** Creates a key. Only this response has its text. */
  create(request: RequestBody<"POST /keys">, options?: CreateOptions): Promise<ResponseBody<"POST /keys">> {
    return this.caller.json("POST /keys", { body: request, options });
  }

  /** Revokes a key. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /keys/{id}", { id, options });
  }
}

/** Projects: groups of templates. */
export class Projects extends Resource {
  /** Lists the projects. */
  async list(options?: CallOptions): Promise<Project[]> {
    return (await this.caller.json("GET /projects", { options })).projects;
  }

  /** Creates a project. */
  create(request: RequestBody<"POST /projects">, options?: CreateOptions): Promise<Project> {
    return this.caller.json("POST /projects", { body: request, options });
  }

  /** Returns a project. */
  get(id: string, options?: CallOptions): Promise<Project> {
    return this.caller.json("GET /projects/{id}", { id, options });
  }
}

/** The session of a page of the service. */
export class Sessions extends Resource {
  /**
   * Begins a session with a key, or with the token of a sign-in link. The browser keeps the cookie of the session, and
   * the page can forget the key.
   */
  create(proof: string | { readonly token: string }, options?: CallOptions): Promise<Session> {
    return this.caller.json("POST /session", {
      body: typeof proof === "string" ? { apiKey: proof } : proof,
      options,
    });
  }

  /** Creates a link that begins a session for somebody else. It works once, for five minutes. */
  invite(
    request: RequestBody<"POST /session/links">,
    options?: CallOptions,
  ): Promise<ResponseBody<"POST /session/links">> {
    return this.caller.json("POST /session/links", { body: request, options });
  }

  /** Returns what the key or the session of this client allows. */
  current(options?: CallOptions): Promise<ResponseBody<"GET /session">> {
    return this.caller.json("GET /session", { options });
  }

  /** Ends the session. */
  end(options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /session", { options });
  }
}

/** Workspaces of the deployment, for operators. */
export class Workspaces extends Resource {
  /** Lists the workspaces, oldest first. */
  async list(options?: CallOptions): Promise<Workspace[]> {
    return (await this.caller.json("GET /workspaces", { options })).workspaces;
  }

  /** Creates a workspace. Only this response has its first key. */
  create(request: RequestBody<"POST /workspaces">, options?: CreateOptions): Promise<ResponseBody<"POST /workspaces">> {
    return this.caller.json("POST /workspaces", { body: request, options });
  }

  /** Changes the name or the plan of a workspace. */
  update(id: string, request: RequestBody<"PATCH /workspaces/{id}">, options?: CreateOptions): Promise<Workspace> {
    return this.caller.json("PATCH /workspaces/{id}", { id, body: request, options });
  }
}

/** The signing keys of the deployment, for operators. */
export class SigningKeys extends Resource {
  /** Creates a new key. It signs five minutes later. */
  rotate(options?: CreateOptions): Promise<ResponseBody<"POST /signing/rotate">> {
    return this.caller.json("POST /signing/rotate", { options });
  }

  /** Invalidates all URLs that a key has signed. */
  revoke(keyId: string, options?: CreateOptions): Promise<void> {
    return this.caller.json("POST /signing/revoke", { body: { keyId }, options });
  }
}
