/** Stands in for the images and the canvas of a browser. */
import { jest } from "@jest/globals";
import { standIn } from "./stand-ins.js";

/** The parts of the canvas that a test sees. */
export interface TestCanvas {
  /** The width and the height of the last canvas. */
  size: readonly number[];
  /** The calls on all canvases, such as `["scale", -1, 1]`. */
  readonly steps: readonly (readonly [string, ...number[]])[];
  /** The type and the quality of the last encoded image. */
  encoded: { readonly type: string; readonly quality: number } | undefined;
  /** The types of the files that the browser was asked to decode. */
  readonly types: readonly string[];
  /** The addresses of files that were given back. */
  readonly revoked: readonly unknown[];
  readonly close: () => void;
}

/** Opens a browser that decodes every image as 200 × 100 pixels, and encodes every canvas as some bytes. */
export function openCanvas({ bytes = [1, 2, 3], isBroken = false, hasContext = true } = {}): TestCanvas {
  const steps: [string, ...number[]][] = [];
  const types: string[] = [];
  const revoked: unknown[] = [];
  const create = jest.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    types.push((blob as Blob).type);
    return `blob:image-${types.length}`;
  });
  const revoke = jest.spyOn(URL, "revokeObjectURL").mockImplementation((address) => void revoked.push(address));
  class Image {
    readonly naturalWidth = 200;
    readonly naturalHeight = 100;
    src = "";

    decode(): Promise<void> {
      return isBroken || !this.src.startsWith("blob:") ? Promise.reject(new Error("no image")) : Promise.resolve();
    }
  }
  const step =
    (name: string) =>
    (...numbers: number[]): void =>
      void steps.push([name, ...numbers]);
  const context = {
    translate: step("translate"),
    scale: step("scale"),
    drawImage: (_image: Image, ...numbers: number[]) => step("draw")(...numbers),
  };
  class OffscreenCanvas {
    constructor(...size: number[]) {
      canvas.size = size;
    }

    getContext() {
      return hasContext ? context : null;
    }

    convertToBlob(encoded: { readonly type: string; readonly quality: number }): Promise<Blob> {
      canvas.encoded = encoded;
      return Promise.resolve(new Blob([new Uint8Array(bytes)]));
    }
  }
  const remove = standIn({ Image, OffscreenCanvas });
  const close = (): void => {
    remove();
    create.mockRestore();
    revoke.mockRestore();
  };
  const canvas: TestCanvas = { size: [], steps, encoded: undefined, types, revoked, close };
  return canvas;
}
