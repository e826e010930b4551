export function readGrants(text: string): { readonly unused: string[]; readonly all: string[] };
export function problemsOf(unused: readonly string[], known: Readonly<Record<string, string>>): string[];
