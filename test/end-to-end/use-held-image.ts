import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "@jest/globals";
import sharp from "sharp";

/** A blue image whose requests get no response until a test delivers it. */
export class HeldImage {
  #server: Server | undefined;
  #bytes = Buffer.alloc(0);
  #waiting: ServerResponse[] = [];

  /** The address of the image. It is known once the tests have begun. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}/photo.png`;
  }

  /** Whether a request has no response yet. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Responds to the requests that have no response yet. */
  deliver(): void {
    for (const response of this.#waiting) response.end(this.#bytes);
    this.forget();
  }

  /** Leaves the requests so far without a response. */
  forget(): void {
    this.#waiting = [];
  }

  async start(): Promise<void> {
    this.#bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#00f" } })
      .png()
      .toBuffer();
    this.#server = createServer((_request, response) => void this.#waiting.push(response)).listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** Serves an image during the tests of a file. Call it at the top level of a test file. */
export function useHeldImage(): HeldImage {
  const image = new HeldImage();
  beforeAll(() => image.start());
  afterAll(() => {
    image.stop();
  });
  return image;
}
