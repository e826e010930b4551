export function readGrants(text: string): { readonly unused: string[]; readonly all: string[] };
export function problemsOf(
  grants: { readonly unused: readonly string[]; readonly all: readonly string[] },
  known: Readonly<Record<string, string>>,
): string[];
