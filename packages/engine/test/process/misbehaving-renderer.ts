/** A rendering process whose pictures do what their document says. Run it with tsx. */
import { writeSync } from "node:fs";
import { EngineError } from "../../src/issues/engine-error.js";
import type { PictureRequest, RenderedPicture } from "../../src/renderer/picture.js";
import { type LoadImage, serveRenders } from "../../src/process/serve-renders.js";
import type { RenderOptions } from "../../src/renderer/renderer.js";
import type { Uploads } from "../../src/uploads/uploads.js";

interface Orders {
  readonly order: keyof typeof ORDERS;
  readonly name?: string;
}

type Order = (loads: { image: LoadImage; upload: Uploads["load"] }, name: string) => Promise<Uint8Array>;

const kept: Uint8Array[] = [];

const ORDERS = {
  draw: async () => Promise.resolve(new Uint8Array([process.pid % 256])),
  abort: () => process.abort(),
  spin: () => {
    for (;;);
  },
  allocate: () => {
    for (;;) kept.push(new Uint8Array(8_000_000).fill(1));
  },
  hang: () => new Promise(() => undefined),
  image: async ({ image }, name) => await image(name),
  upload: async ({ upload }, name) => await upload(name),
  environment: async () => Promise.resolve(new TextEncoder().encode(Object.keys(process.env).sort().join())),
  refuse: async () =>
    Promise.reject(
      new EngineError("VALIDATION_ERROR", "No.", { details: { issues: [{ path: "layers", message: "No." }] } }),
    ),
  fail: async () => Promise.reject(new TypeError("no such thing")),
} satisfies Record<string, Order>;

serveRenders((image) => ({
  render: async (source: unknown, _request: PictureRequest, options: RenderOptions): Promise<RenderedPicture> => {
    const { order, name = "" } = source as Orders;
    // A test waits for this before it acts on the process.
    if (process.env["ANNOUNCE"] !== undefined) writeSync(2, `rendering in ${process.pid}\n`);
    const upload = async (id: string) => await (options.uploads?.load(id) ?? Promise.reject(new Error("no uploads")));
    const bytes = await ORDERS[order]({ image, upload }, name);
    options.onEncoded?.(7);
    return { bytes, contentType: "image/png", width: 1, height: 1, warnings: [] };
  },
  layout: async () => Promise.resolve({ width: 1, height: 1, layers: [], warnings: [] }),
}));
