import type { CreateRender } from "@image-render/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { irs } from "../../../service/irs.js";
import { asError } from "../../../service/resources.js";
import { previewScale } from "../../try-it/preview/preview-scale.js";
import type { SheetTemplate } from "../model/sheet.js";

/** A picture of a row, or why there is none. Both are undefined while it is drawn. */
export interface Preview {
  readonly address?: string;
  readonly error?: Error;
}

const PAUSE_MS = 500;

/** Draws requests one after the other, when typing pauses. Pictures that were drawn before are kept. */
export function usePreviews(
  requests: readonly CreateRender[],
  template: SheetTemplate,
): readonly (Preview | undefined)[] {
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Preview>>(new Map());
  const kept = useRef(drawn);
  kept.current = drawn;
  const keys = requests.map((request) => JSON.stringify(request));
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => void drawAll(abort.signal), PAUSE_MS);
    const drawAll = async (signal: AbortSignal): Promise<void> => {
      for (const [index, key] of keys.entries()) {
        const request = requests[index];
        if (kept.current.get(key)?.address !== undefined || request === undefined) continue;
        const preview = await draw(request, template, signal);
        if (signal.aborted) return;
        setDrawn((old) => new Map([...old, [key, preview]]));
      }
    };
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [keys.join()]);
  useEffect(
    () => () => {
      for (const { address } of kept.current.values()) if (address !== undefined) URL.revokeObjectURL(address);
    },
    [],
  );
  return keys.map((key) => drawn.get(key));
}

async function draw(request: CreateRender, template: SheetTemplate, signal: AbortSignal): Promise<Preview> {
  const { layers = {}, variables = {} } = request;
  const { id, version } = template;
  try {
    const body = { version, layers, variables, scale: previewScale(template, 1), format: "webp" as const };
    const response = await irs.request("POST /templates/{id}/preview", { id, body, options: { signal } });
    return { address: URL.createObjectURL(await response.blob()) };
  } catch (error) {
    return { error: asError(error) };
  }
}
