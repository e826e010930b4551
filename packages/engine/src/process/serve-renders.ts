/** The rendering process's side: it renders pictures for the function. */
import type { PictureLayout } from "../document/picture-layout.js";
import type { PictureRequest, RenderedPicture } from "../renderer/picture.js";
import type { RenderOptions } from "../renderer/renderer.js";
import { endWithParent } from "./end-with-parent.js";
import {
  type DrawingRequest,
  type FromRenderingProcess,
  receivedError,
  sentError,
  type ToRenderingProcess,
} from "./messages.js";

/** An object that renders pictures, such as a `Renderer`. */
export interface PictureRenderer {
  render(source: unknown, request: PictureRequest, options: RenderOptions): Promise<RenderedPicture>;
  layout(source: unknown, request: PictureRequest, options: RenderOptions): Promise<PictureLayout>;
}

export type LoadImage = (url: string) => Promise<Uint8Array>;

/**
 * Makes this process a rendering process. Call it once, at the top level of the program.
 *
 * @param makeDrawing gets the loader of images that are not uploads
 * @param firstDocument is drawn when the process has started, while the function loads its first job. The first picture
 * loads libraries and runs code for the first time
 */
export function serveRenders(makeDrawing: (loadImage: LoadImage) => PictureRenderer, firstDocument?: unknown): void {
  const { load, onMessage } = createLoads();
  const drawing = makeDrawing((url) => load("image", url));
  process.on("message", (message: ToRenderingProcess) => {
    if (!("document" in message)) {
      onMessage(message);
      return;
    }
    send({ kind: "begun" });
    const { kind, document, request, owner, ...options } = message;
    const uploads = { owner, load: (id: string) => load("upload", id) };
    let encodeMs: number | undefined;
    const onEncoded = (milliseconds: number): void => void (encodeMs = milliseconds);
    drawing[kind](document, request, { ...options, uploads, onEncoded }).then(
      (result) => send({ kind: "done", result, encodeMs }),
      (error: unknown) => send({ kind: "failed", error: sentError(error) }),
    );
  });
  process.on("disconnect", () => process.exit());
  send({ kind: "ready" });
  // The watch is a thread, which takes 25 ms to start. So it starts when nothing waits for this process.
  void drawFirst(drawing, firstDocument).finally(endWithParent);
}

/** Draws the first document. A failure is ignored here, because the first real picture fails too and reports it. */
async function drawFirst(drawing: PictureRenderer, document: unknown): Promise<void> {
  if (document === undefined) return;
  await drawing.render(document, {}, {}).catch(() => undefined);
}

/** Loads files through the function. */
function createLoads() {
  const pending = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let last = 0;
  return {
    load: async (what: "image" | "upload", name: string): Promise<Uint8Array> => {
      last += 1;
      const waiting = Promise.withResolvers<Uint8Array>();
      pending.set(last, waiting);
      send({ kind: "load", load: last, what, name });
      return await waiting.promise;
    },
    onMessage: (message: Exclude<ToRenderingProcess, DrawingRequest>): void => {
      const waiting = pending.get(message.load);
      pending.delete(message.load);
      if (message.kind === "loaded") waiting?.resolve(message.bytes);
      else waiting?.reject(receivedError(message.error));
    },
  };
}

/** Sends a message. If the function is gone, a failed send is ignored, because this process is about to end. */
function send(message: FromRenderingProcess): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
