/** Revokes all signed URLs of a template, including those that its owner signed offline. */
import { generationEntry } from "./edge-entries.js";
import type { EdgeKeyStore, GenerationStore } from "./signing-ports.js";

export interface RevokeTemplateSignaturesDependencies {
  readonly generations: Pick<GenerationStore, "find" | "raise">;
  readonly edge: Pick<EdgeKeyStore, "put">;
}

/**
 * Resolves to the new signing generation. The caller must check that the workspace owns the template. After an error of
 * the edge store, call it again: raising the generation once more is harmless.
 */
export async function revokeTemplateSignatures(
  { generations, edge }: RevokeTemplateSignaturesDependencies,
  templateId: string,
): Promise<number> {
  let generation = await generations.raise(templateId);
  for (;;) {
    await edge.put({ [generationEntry(templateId)]: String(generation) });
    // Of two concurrent calls, the one with the lower generation can write last. Write again until the highest one is
    // published.
    const highest = await generations.find(templateId);
    if (highest === generation) return generation;
    generation = highest;
  }
}
