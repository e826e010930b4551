import { ApiError, type Warning } from "@image-render/client";
import { OUTPUT_FORMATS } from "@image-render/client/formats";
import { useEffect, useMemo, useState } from "preact/hooks";
import { irs, isConnectionLost, isSessionRefused } from "../../../service/irs.js";
import { asError } from "../../../service/resources.js";
import type { Contents, Output } from "../request/request-of.js";
import { LatestOnly } from "./latest-only.js";
import { previewScale } from "./preview-scale.js";

/** The latest picture, and why there is no newer one. The old picture stays until the new one is there. */
export interface PreviewState {
  readonly address: string | undefined;
  readonly bytes: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly warnings: readonly Warning[];
  readonly error: Error | undefined;
  readonly isDrawing: boolean;
  /** Whether the service has refused the picture for the moment. It follows later. */
  readonly isLimited: boolean;
}

interface Wanted {
  readonly id: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly contents: Contents;
  readonly output: Output;
}

/** The pause after a temporary refusal. Before, the client has already waited as long as the service asked for. */
const LIMITED_PAUSE_MS = 5_000;

const NOTHING: PreviewState = {
  address: undefined,
  bytes: undefined,
  width: undefined,
  height: undefined,
  warnings: [],
  error: undefined,
  isDrawing: true,
  isLimited: false,
};

/** Draws the contents whenever they change: one preview at a time, and the latest contents next. */
export function usePreview(wanted: Wanted | undefined): PreviewState {
  const [state, setState] = useState<PreviewState>(NOTHING);
  const queue = useMemo(() => new LatestOnly<Wanted>((input) => draw(input, setState)), []);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    if (wanted === undefined) return;
    setState((before) => ({ ...before, isDrawing: true }));
    queue.push(wanted);
  }, [key]);
  useEffect(() => () => queue.clear(), []);
  // A picture that failed without a connection or a session is drawn when there is one again.
  const isReachable = !isConnectionLost.value && !isSessionRefused.value;
  useEffect(() => {
    if (isReachable && state.error !== undefined && wanted !== undefined) queue.push(wanted);
  }, [isReachable]);
  useEffect(() => {
    if (!state.isLimited || wanted === undefined) return undefined;
    const timer = setTimeout(() => queue.push(wanted), LIMITED_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  // The address belongs to the page until another one takes its place.
  useEffect(
    () => () => {
      if (state.address !== undefined) URL.revokeObjectURL(state.address);
    },
    [state.address],
  );
  return state;
}

type SetState = (change: (before: PreviewState) => PreviewState) => void;

async function draw({ id, size, contents, output }: Wanted, setState: SetState): Promise<void> {
  const { format, quality, isTransparent } = output;
  const facts = OUTPUT_FORMATS[format];
  const body = {
    ...contents,
    format: facts.isShownByBrowsers ? format : ("png" as const),
    scale: previewScale(size, output.scale),
    transparent: isTransparent && facts.isTransparent,
    ...(quality !== undefined && facts.hasQuality && { quality }),
  };
  try {
    const response = await irs.request("POST /templates/{id}/preview", { id, body });
    const blob = await response.blob();
    const address = URL.createObjectURL(blob);
    const picture = await dimensionsOf(address);
    const warnings = JSON.parse(response.headers.get("x-render-warnings") ?? "[]") as Warning[];
    setState(() => ({ ...NOTHING, address, ...picture, bytes: blob.size, warnings, isDrawing: false }));
  } catch (thrown) {
    const error = asError(thrown);
    const isLimited = error instanceof ApiError && error.status === 429;
    setState((before) => ({ ...before, error, isLimited, isDrawing: false }));
  }
}

/** Waits until the browser has decoded the picture, so that it replaces the old one without a flash. */
async function dimensionsOf(address: string): Promise<{ readonly width: number; readonly height: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
