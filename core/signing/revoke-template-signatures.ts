/** Ends every signed URL of one template, those that its owner signed by itself too. */
import { generationEntry } from "./edge-entries.js";
import type { EdgeKeyStore, GenerationStore } from "./signing-ports.js";

export interface RevokeTemplateSignaturesDependencies {
  readonly generations: Pick<GenerationStore, "find" | "raise">;
  readonly edge: Pick<EdgeKeyStore, "put">;
}

/**
 * Resolves to the template's new generation; the caller has checked whose template it is. After a fault at the edge it is
 * to be called again: another raise does no harm.
 */
export async function revokeTemplateSignatures(
  { generations, edge }: RevokeTemplateSignaturesDependencies,
  templateId: string,
): Promise<number> {
  let generation = await generations.raise(templateId);
  for (;;) {
    await edge.put({ [generationEntry(templateId)]: String(generation) });
    // Of two raises at once the lower may be written last; whoever finds a higher one writes it.
    const highest = await generations.find(templateId);
    if (highest === generation) return generation;
    generation = highest;
  }
}
