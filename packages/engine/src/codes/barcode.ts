import type * as Bwip from "bwip-js/generic";
import type * as Library from "./barcode-library.js";

export type Symbology = "code128" | "code39" | "ean13" | "ean8" | "upca" | "itf";

/** The content of a barcode. */
export interface BarcodeSpec {
  readonly data: string;
  readonly symbology: Symbology;
  readonly show_text: boolean;
}

/** A bar, in the units of its code. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Barcode {
  readonly width: number;
  readonly height: number;
  /** The width of one module, the thinnest bar, in units. */
  readonly module: number;
  readonly bars: readonly Bar[];
  /** The parts of the text beneath the bars, in the units of the code. Empty if the text is not shown. */
  readonly text: readonly BarcodeText[];
}

/** A part of the text that has its own place beneath the bars, as outlines: one digit, or the whole text. */
export type BarcodeText = readonly Outline[];

/** A path command with its points. */
export interface Outline {
  readonly command: "M" | "L" | "Q" | "C" | "Z";
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The data that each symbology accepts, as the end of a sentence. */
export const BARCODE_DATA: Readonly<Record<Symbology, string>> = {
  code128: "up to 80 ASCII characters",
  code39: "up to 40 capitals, digits, spaces and - . $ / + %",
  ean13: "12 digits, or 13 with the correct check digit",
  ean8: "7 digits, or 8 with the correct check digit",
  upca: "11 digits, or 12 with the correct check digit",
  itf: "up to 60 digits, an even number of them",
};

const MAX_LENGTHS: Readonly<Record<Symbology, number>> = {
  code128: 80,
  code39: 40,
  ean13: 13,
  ean8: 8,
  upca: 12,
  itf: 60,
};

/** The library's unit is a point. At this scale the width and the center of every bar are whole numbers. */
const SCALE = 2;
const MM_PER_UNIT = 25.4 / 72 / SCALE;

/**
 * Creates a barcode. Its bars without the text are `aspect` times as wide as high. Returns undefined if the symbology
 * cannot encode the data.
 */
export async function makeBarcode(
  { data, symbology, show_text }: BarcodeSpec,
  aspect: number,
): Promise<Barcode | undefined> {
  if (!isEncodable(data, symbology)) return undefined;
  // The library is large, and few templates have a barcode. It is loaded for the first one.
  const library = await import("./barcode-library.js");
  try {
    const plain = encode(library, data, symbology, { includetext: false });
    const height = plain.width / aspect;
    return encode(library, data, symbology, { includetext: show_text, height: height * MM_PER_UNIT });
  } catch {
    return undefined;
  }
}

/** Checks the data, because the library accepts more than the standards allow. */
function isEncodable(data: string, symbology: Symbology): boolean {
  if (data === "" || data.length > MAX_LENGTHS[symbology] || !/^[\x20-\x7e]+$/.test(data)) return false;
  return symbology !== "itf" || (/^\d+$/.test(data) && data.length % 2 === 0);
}

function encode(
  library: typeof Library,
  text: string,
  symbology: Symbology,
  options: { includetext: boolean; height?: number },
): Barcode {
  // EAN and UPC define the places of their digits.
  const centered = ["code128", "code39", "itf"].includes(symbology) ? ({ textxalign: "center" } as const) : {};
  const full = { bcid: symbology, text, scaleX: SCALE, scaleY: SCALE, ...centered, ...options } as const;
  const drawing = new BarcodeDrawing(library.drawingSVG());
  const draw = {
    code128: library.code128,
    code39: library.code39,
    ean13: library.ean13,
    ean8: library.ean8,
    upca: library.upca,
    itf: library.interleaved2of5,
  }[symbology];
  return (draw as (options: object, drawing: Bwip.DrawingContext<Barcode>) => Barcode)(full, drawing);
}

/**
 * Collects the bars and letters that the library draws. The library does not export its font, so its own SVG drawing
 * draws the text, and the paths of that SVG are read. They contain only numbers and command letters, not the text
 * itself.
 */
class BarcodeDrawing implements Bwip.DrawingContext<Barcode> {
  readonly #bars: Bar[] = [];
  readonly #letters: Bwip.DrawingContext<string>;
  #size = { width: 0, height: 0 };

  constructor(letters: Bwip.DrawingContext<string>) {
    this.#letters = letters;
  }

  setopts(options: Bwip.RenderOptions): void {
    this.#letters.setopts?.(options);
  }

  scale(scaleX: number, scaleY: number): [number, number] | null {
    return this.#letters.scale(scaleX, scaleY);
  }

  measure(text: string, font: string, width: number, height: number) {
    return this.#letters.measure(text, font, width, height);
  }

  init(width: number, height: number): void {
    this.#size = { width, height };
    this.#letters.init(width, height);
  }

  /** Collects a bar. The library passes it as the center of a stroke, from its last row of pixels to the first. */
  line(x0: number, y0: number, _x1: number, y1: number, lineWidth: number): void {
    const width = Math.max(1, Math.round(lineWidth));
    const [top, bottom] = [Math.min(Math.trunc(y0), Math.trunc(y1)), Math.max(Math.trunc(y0), Math.trunc(y1)) + 1];
    this.#bars.push({ x: Math.trunc(x0) - Math.floor(width / 2), y: top, width, height: bottom - top });
  }

  text(...drawn: Parameters<Bwip.DrawingContext<string>["text"]>): void {
    this.#letters.text(...drawn);
  }

  /** Only two-dimensional codes use this method and the following ones. */
  polygon(): void {
    throw new TypeError("A linear barcode has only bars.");
  }

  hexagon(): void {
    this.polygon();
  }

  ellipse(): void {
    this.polygon();
  }

  fill(): void {
    this.polygon();
  }

  end(): Barcode {
    const module = Math.min(...this.#bars.map(({ width }) => width));
    const paths = this.#letters.end().split(' d="').slice(1);
    const text = paths.map((path) => readPath(path.slice(0, path.indexOf('"'))));
    return { ...this.#size, module, bars: this.#bars, text };
  }
}

const COMMAND = /([MLQCZ])([^MLQCZ]*)/g;

function readPath(path: string): Outline[] {
  return [...path.matchAll(COMMAND)].map(([, command = "", rest = ""]) => {
    const numbers = rest.split(" ").filter(Boolean).map(Number);
    const points = numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : []));
    return { command: command as Outline["command"], points };
  });
}
