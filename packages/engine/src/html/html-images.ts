/**
 * The images of an HTML layer. The layout engine never sees them: it gets the header of a PNG with the size of each
 * image. After the layout, when the place of each image is known, the header is replaced by the pixels that this place
 * needs.
 */
import type { SafeElement } from "../document/svg/safe-element.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { rasterPixels } from "../document/svg/raster-pixels.js";
import type { LoadedImage } from "../images/loaded-image.js";
import { PLAIN_IMAGE } from "../images/plain-image.js";
import { type Preparation, prepareImage } from "../images/prepare-image.js";
import { safeImage } from "../images/safe-image.js";
import { loadSharp } from "../shared/native.js";
import { encodePixels } from "../images/encode-pixels.js";
import { labelOf, type Labeled, type RenderWarning } from "../shared/warnings.js";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface HtmlImage extends Size {
  /** The file of the image. Undefined if the image is not available. */
  readonly bytes: Uint8Array | undefined;
  /** Whether the image is a drawing of our own, such as an emoji. */
  readonly isOwn?: boolean;
}

/** A drawing with its images. */
export interface FilledDrawing {
  readonly children: SafeElement[];
  readonly imagePixels: number;
}

/** The size of an image that is not available, as in browsers. */
const NO_SIZE: Size = { width: 300, height: 150 };
/** A light gray, as in image layers. */
const NO_IMAGE = { red: 226, green: 232, blue: 240 };
/** The longest side of an image. The layout engine reads two bytes of each side from the header of a PNG. */
const MAX_SIDE = 65_535;
/**
 * The largest number of pixels of one image, and of all different emoji together: `share` times those of the layer, or
 * `least` if that is more. A photo in portrait format that covers a wide layer needs less. If the layout makes an image
 * far larger than the layer, most of the image is not visible, but all of it would be encoded.
 */
const MAX_IMAGE_PIXELS = { perLayerPixel: 3, minimum: 500_000 };

/** The images of one layer: their sizes before the layout, and their pixels after it. */
export class HtmlImages {
  readonly #layer: Labeled & Size;
  readonly #hrefs = new Map<string, string>();
  readonly #images: HtmlImage[] = [];
  readonly warnings: RenderWarning[] = [];

  /** @param layer with its size in document pixels */
  constructor(layer: Labeled & Size) {
    this.#layer = layer;
  }

  /**
   * Adds an image with the address that stands for it in the layout. An image that is not available becomes a gray box.
   */
  async add(url: string, loaded: LoadedImage): Promise<void> {
    const failure = "failure" in loaded ? loaded : undefined;
    try {
      const bytes = "bytes" in loaded ? loaded.bytes : undefined;
      const size = bytes === undefined ? NO_SIZE : await sizeOf(bytes);
      this.#keep(url, { ...size, bytes });
    } catch {
      // The codec's message describes its internals and does not help an author.
      this.#keep(url, { ...NO_SIZE, bytes: undefined });
      this.#warn("it is not a valid image, or it is too large", false);
    }
    if (failure !== undefined) this.#warn(failure.failure, failure.retryable);
  }

  /** Adds a drawing of our own, such as an emoji. */
  addDrawing(key: string, bytes: Uint8Array, size: Size): void {
    this.#keep(key, { ...size, bytes, isOwn: true });
  }

  /** Returns the size of an image in its own pixels. */
  sizeOf(url: string): Size {
    const { width, height } = this.#images[indexIn(this.hrefOf(url))] ?? NO_SIZE;
    return { width, height };
  }

  hrefOf(url: string): string {
    return this.#hrefs.get(url) ?? "";
  }

  /**
   * Returns the elements of a drawing with the pixels of its images, and the number of pixels of all images. An image
   * that is shown several times counts each time. Returns undefined if the emoji are far larger than the layer.
   */
  async fill(
    elements: readonly SafeElement[],
    preparation: Omit<Preparation, "pixelsFor">,
  ): Promise<FilledDrawing | undefined> {
    const needed = new Map<string, Size>();
    for (const { width, height, href } of elements.flatMap(imagesIn)) {
      const before = needed.get(href) ?? { width: 0, height: 0 };
      needed.set(href, { width: Math.max(before.width, width), height: Math.max(before.height, height) });
    }
    if (this.#ownPixels(needed) * preparation.scale ** 2 > this.#mostPixels(preparation.scale)) return undefined;
    const pictures = new Map<string, string>();
    // One after the other, so that only one image is decoded at a time.
    for (const [href, size] of needed) {
      const image = this.#images[indexIn(href)];
      if (image !== undefined) pictures.set(href, await this.#encoded(image, size, preparation));
    }
    const children = elements.map((element) => withPictures(element, pictures));
    return { children, imagePixels: children.flatMap(imagesIn).reduce((sum, { href }) => sum + pixelsIn(href), 0) };
  }

  #keep(url: string, image: HtmlImage): void {
    this.#hrefs.set(url, headOf(image, this.#images.length));
    this.#images.push(image);
  }

  async #encoded(image: HtmlImage, place: Size, preparation: Omit<Preparation, "pixelsFor">): Promise<string> {
    if (image.bytes === undefined) return await grayPicture();
    const { width, height } = image;
    // An image that covers its place shows only a part of itself, so the larger of both factors counts.
    const factor = Math.max(place.width / width, place.height / height) * preparation.scale;
    const isDrawing = safeImage(image.bytes).svg !== undefined;
    const most = Math.sqrt(this.#mostPixels(preparation.scale) / (width * height));
    const used = Math.min(most, isDrawing ? factor : Math.min(1, factor));
    const side = (length: number) => Math.max(1, Math.ceil(length * used));
    try {
      const spec: ImageSpec = { ...PLAIN_IMAGE, ...this.#layer, width, height, image_url: "", x: 0, y: 0 };
      const pixelsFor = () => ({ width: side(width), height: side(height) });
      const picture = await prepareImage(image.bytes, spec, { ...preparation, pixelsFor });
      return uriOf(await encodePixels(picture));
    } catch (error) {
      // The budget of the render is used up.
      if (error instanceof Error && error.name === "EngineError") throw error;
      this.#warn("it is not a valid image, or it is too large", false);
      return await grayPicture();
    }
  }

  /** Returns the number of pixels of all our own drawings at scale 1. Each is drawn once, in its largest size. */
  #ownPixels(needed: ReadonlyMap<string, Size>): number {
    const own = [...needed].filter(([href]) => this.#images[indexIn(href)]?.isOwn === true);
    return own.reduce((sum, [, { width, height }]) => sum + width * height, 0);
  }

  #mostPixels(scale: number): number {
    const { width, height } = this.#layer;
    return Math.max(MAX_IMAGE_PIXELS.perLayerPixel * width * height * scale ** 2, MAX_IMAGE_PIXELS.minimum);
  }

  #warn(reason: string, retryable: boolean): void {
    const label = labelOf(this.#layer);
    this.warnings.push({
      code: "IMAGE_UNAVAILABLE",
      layer: label,
      message: `An image in the HTML of the layer "${label}" was replaced by a gray box: ${reason}.`,
      retryable,
      missingImage: {
        reason: `An image in the HTML of the layer "${label}" is not available: ${reason}.`,
        hasOwnFallback: false,
      },
    });
  }
}

async function sizeOf(bytes: Uint8Array): Promise<Size> {
  const { autoOrient } = await (await loadSharp())(safeImage(bytes).bytes, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  return { width: Math.min(width, MAX_SIDE), height: Math.min(height, MAX_SIDE) };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the header of a PNG with a size, followed by the index of the image. */
function headOf({ width, height }: Size, index: number): string {
  const head = Buffer.alloc(28);
  SIGNATURE.copy(head);
  head.writeUInt32BE(13, 8);
  head.write("IHDR", 12, "latin1");
  head.writeUInt32BE(Math.max(1, Math.round(width)), 16);
  head.writeUInt32BE(Math.max(1, Math.round(height)), 20);
  head.writeUInt32BE(index, 24);
  return uriOf(head);
}

const HEAD = /data:image\/png;base64,[A-Za-z0-9+/]{38}==(?=["')])/g;

/**
 * Returns a drawing in which the headers of images have a size of one pixel. The limits of a drawing count the pixels
 * that an image has in the drawing, which are often far fewer than those of its file.
 */
export function withSmallHeads(svg: string): string {
  return svg.replace(HEAD, (href) => headOf({ width: 1, height: 1 }, indexIn(href)));
}

function pixelsIn(href: string): number {
  return rasterPixels(href) ?? 0;
}

function indexIn(href: string): number {
  return Buffer.from(href.slice(href.indexOf(",") + 1), "base64").readUInt32BE(24);
}

function uriOf(bytes: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
}

async function grayPicture(): Promise<string> {
  const { red: r, green: g, blue: b } = NO_IMAGE;
  const create = { width: 1, height: 1, channels: 3, background: { r, g, b } } as const;
  return uriOf(await (await loadSharp())({ create }).png().toBuffer());
}

interface PlacedHref extends Size {
  readonly href: string;
}

function imagesIn({ name, attributes, children }: SafeElement): PlacedHref[] {
  const inner = children.flatMap(imagesIn);
  const href = attributes.get("href");
  if (name !== "image" || href === undefined) return inner;
  const side = (key: string) => Math.abs(Number.parseFloat(attributes.get(key) ?? "")) || 0;
  return [{ href, width: side("width"), height: side("height") }, ...inner];
}

function withPictures(element: SafeElement, pictures: ReadonlyMap<string, string>): SafeElement {
  const href = element.attributes.get("href");
  const picture = element.name === "image" && href !== undefined ? pictures.get(href) : undefined;
  const attributes = picture === undefined ? element.attributes : new Map([...element.attributes, ["href", picture]]);
  return { ...element, attributes, children: element.children.map((child) => withPictures(child, pictures)) };
}
