/** Signing generations in memory, with the same conditions as the templates table. */
import { FIRST_GENERATION } from "../../core/signing/edge-entries.js";
import type { GenerationStore } from "../../core/signing/signing-ports.js";

export function createInMemoryGenerations(): GenerationStore & { readonly raised: Map<string, number> } {
  const raised = new Map<string, number>();
  return {
    raised,
    find: async (id) => raised.get(id) ?? FIRST_GENERATION,
    raise: async (id) => {
      const generation = (raised.get(id) ?? FIRST_GENERATION) + 1;
      raised.set(id, generation);
      return generation;
    },
    listRaised: async () => [...raised].map(([templateId, generation]) => ({ templateId, generation })),
  };
}
