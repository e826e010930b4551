/** Counts which grants of the roles are used. A grant that no call needs can be removed from the template. */
import type { Grant, Statement } from "./policy.js";

/** A grant of a role, and whether a call has needed it since the start. */
export interface GrantOfRole extends Grant {
  readonly roleArn: string;
  readonly used: boolean;
}

export class GrantUse {
  readonly #granted: { readonly roleArn: string; readonly grant: Grant }[] = [];
  readonly #used = new Set<Grant>();
  #onFirstUse: ((grants: readonly GrantOfRole[]) => void) | undefined;

  /** Calls the function with each grant that is used for the first time from now on. */
  set onFirstUse(listener: (grants: readonly GrantOfRole[]) => void) {
    this.#onFirstUse = listener;
  }

  add(roleArn: string, { effect, grants }: Statement): void {
    if (effect === "Allow") this.#granted.push(...grants.map((grant) => ({ roleArn, grant })));
  }

  record(grants: readonly Grant[]): void {
    const fresh = new Set(grants.filter((grant) => !this.#used.has(grant)));
    if (fresh.size === 0) return;
    for (const grant of fresh) this.#used.add(grant);
    this.#onFirstUse?.(this.#listWhere((grant) => fresh.has(grant)));
  }

  /** Returns every grant of a role, in the order of the template. */
  list(): GrantOfRole[] {
    return this.#listWhere(() => true);
  }

  #listWhere(isListed: (grant: Grant) => boolean): GrantOfRole[] {
    const listed = this.#granted.filter(({ grant }) => isListed(grant));
    return listed.map(({ roleArn, grant }) => ({ roleArn, ...grant, used: this.#used.has(grant) }));
  }
}
