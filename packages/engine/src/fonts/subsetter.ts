/**
 * Loads the subsetter of HarfBuzz, which makes fonts from other fonts. The module is WebAssembly without imports, so an
 * untrusted font can access nothing but the memory of that module. It is separate from the shaper, and only pictures that
 * need such fonts load it.
 */
import { readFileSync } from "node:fs";
import { resolveInstalled } from "../shared/native.js";
import { SUBSETTER_FILE } from "./harfbuzz.js";

/** The part of WebAssembly that is used here. TypeScript declares it only for browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** The functions of HarfBuzz that are used. Pointers are numbers, and 0 stands for nothing. */
export interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  free(pointer: number): void;
  _initialize(): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** `HB_MEMORY_MODE_READONLY`. */
const READ_ONLY = 1;

let module: object | undefined;
let shared: Subsetter | undefined;

/** The settings of a font to create. */
export interface SubsetOptions {
  /** The weight of a variable font. Its other axes have their defaults. @default the default of the font */
  readonly weight: number | undefined;
  /** Whether the font is large, so that its memory should be returned to the system. */
  readonly isLarge?: boolean;
  /** Says what the new font contains. */
  readonly choose: (subsetter: Subsetter, input: number) => void;
}

/** Creates a font from another font. Returns undefined if HarfBuzz cannot read the other font. */
export function makeFont(font: Uint8Array, { weight, isLarge = false, choose }: SubsetOptions): Buffer | undefined {
  // The memory of an instance never shrinks.
  const hb = isLarge ? instantiate() : (shared ??= instantiate());
  const data = hb.malloc(font.length);
  if (data === 0) return undefined;
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    if (input === 0) return undefined;
    choose(hb, input);
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    if (weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tagNumber("wght"), weight);
    return copyOf(hb, hb.hb_subset_or_fail(face, input));
  } finally {
    if (input !== 0) hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(data);
  }
}

/** Returns the name of a table or an axis as the number that HarfBuzz uses. */
export function tagNumber(tag: string): number {
  return Buffer.from(tag, "latin1").readUInt32BE(0);
}

function instantiate(): Subsetter {
  module ??= new WebAssembly.Module(readFileSync(resolveInstalled(SUBSETTER_FILE)));
  // The module has the functions of the interface: the version of the package is pinned.
  const loaded = new WebAssembly.Instance(module).exports as Subsetter;
  loaded._initialize();
  return loaded;
}

/** Copies a new font out of the module's memory, and frees it. */
function copyOf(hb: Subsetter, face: number): Buffer | undefined {
  if (face === 0) return undefined;
  const blob = hb.hb_face_reference_blob(face);
  const [start, length] = [hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)];
  const copy = Buffer.from(new Uint8Array(hb.memory.buffer, start, length));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(face);
  return copy.length === 0 ? undefined : copy;
}
