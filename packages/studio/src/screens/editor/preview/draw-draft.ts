/** Asks the service for the picture of a document that is not stored, and for the places of its layers. */
import type { Warning } from "@image-render/client";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import type { Box } from "../../../editor/geometry/box.js";
import { irs } from "../../../service/irs.js";
import type { SampleData } from "./draft-preview.js";

/** An answer of the service. */
export interface Draft {
  readonly picture: Blob;
  /** The boxes of layers relative to their groups. */
  readonly layout: ReadonlyMap<string, Box> | undefined;
  readonly warnings: readonly Warning[];
}

/** The quality of drafts. The exact picture follows, so small files matter more. */
const DRAFT_QUALITY = 82;

/** Draws a document. A draft is a JPEG where it can be, because that is drawn and sent faster. */
export async function drawDraft(
  document: EditedDocument,
  { scale, isExact, data }: { readonly scale: number; readonly isExact: boolean; readonly data: SampleData },
): Promise<Draft> {
  const isLossy = !isExact && isOpaque(document["background"]);
  const body = {
    document: document as never,
    scale,
    format: isLossy ? ("jpg" as const) : ("png" as const),
    ...(isLossy && { quality: DRAFT_QUALITY }),
    variables: data.variables as never,
  };
  const response = await irs.request("POST /templates/preview", { body });
  const warnings = JSON.parse(response.headers.get("x-render-warnings") ?? "[]") as Warning[];
  return { picture: await response.blob(), layout: undefined, warnings };
}

/** Returns whether a background surely covers everything. A JPEG has no transparency. */
function isOpaque(background: unknown): boolean {
  if (background === undefined) return true;
  return typeof background === "string" && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(background);
}
