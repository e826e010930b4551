import type { TemplateDocument } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";
import { irs } from "../../../service/irs.js";
import { asError } from "../../../service/resources.js";

/** A document and the scale of its preview. */
export interface Drawable {
  readonly content: TemplateDocument;
  readonly previewScale: number;
}

export interface Drawn {
  /** The address of the last picture that could be drawn. */
  readonly picture: string | undefined;
  readonly error: Error | undefined;
}

/** A pause in typing of this length starts a check. */
const PAUSE_MS = 400;

/**
 * Draws a document after each pause in typing.
 * @param text what was typed. It is drawn again when this changes
 * @param read returns the document of the text, or undefined if it has none
 */
export function usePicture(text: string, read: () => Drawable | undefined): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ picture: undefined, error: undefined });
  useEffect(() => {
    const document = read();
    if (document === undefined) return undefined;
    const abort = new AbortController();
    const draw = async (): Promise<void> => {
      const request = { document: document.content, format: "webp" as const, scale: document.previewScale };
      const bytes = await irs.templates.previewDocument(request, { signal: abort.signal });
      setDrawn({ picture: URL.createObjectURL(new Blob([bytes], { type: "image/webp" })), error: undefined });
    };
    const timer = setTimeout(() => {
      draw().catch((error: unknown) => {
        if (!abort.signal.aborted) setDrawn(({ picture }) => ({ picture, error: asError(error) }));
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  useEffect(
    () => () => {
      if (drawn.picture !== undefined) URL.revokeObjectURL(drawn.picture);
    },
    [drawn.picture],
  );
  return drawn;
}
