/**
 * Makes small fonts from large ones with HarfBuzz. The module is WebAssembly without imports, so it can access nothing
 * but its own memory. It is separate from the shaper, and only pictures with embedded fonts load it.
 */
import { readFileSync } from "node:fs";
import { resolveInstalled } from "../shared/native.js";
import { SUBSETTER_FILE } from "./harfbuzz.js";

/** The part of WebAssembly that is used here. TypeScript declares it only for browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** The functions of HarfBuzz that are used. Pointers are numbers. */
interface Exports {
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
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** `HB_MEMORY_MODE_READONLY`. */
const READ_ONLY = 1;
/** `HB_SUBSET_SETS_DROP_TABLE_TAG`. */
const DROPPED_TABLES = 3;
/**
 * `HB_SUBSET_FLAGS_…`: no hinting, the same glyph IDs, no glyphs besides the given ones and those that they consist of.
 */
const FLAGS = 0x1 | 0x2 | 0x200;
/** The tables that shape and name letters. The letters of a PDF are shaped already. */
const UNUSED = ["GSUB", "GPOS", "GDEF", "BASE", "OS/2", "STAT", "VORG", "cmap", "gasp", "kern", "name", "post"];

/** The glyphs to keep, and the weight of a variable font. */
export interface Subset {
  readonly glyphs: Iterable<number>;
  readonly weight: number | undefined;
}

let exports: Exports | undefined;

/**
 * Returns a font that has only some glyphs, with their IDs, at one place of all axes. Returns undefined if HarfBuzz cannot
 * read the font.
 */
export function subsetFont(font: Uint8Array, { glyphs, weight }: Subset): Buffer | undefined {
  const hb = (exports ??= instantiate());
  const data = hb.malloc(font.length);
  if (data === 0) return undefined;
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    if (input === 0) return undefined;
    const kept = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
    const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
    for (const tag of UNUSED) hb.hb_set_add(dropped, tagOf(tag));
    hb.hb_subset_input_set_flags(input, FLAGS);
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    if (weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tagOf("wght"), weight);
    return copyOf(hb, hb.hb_subset_or_fail(face, input));
  } finally {
    if (input !== 0) hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(data);
  }
}

function instantiate(): Exports {
  const module = new WebAssembly.Module(readFileSync(resolveInstalled(SUBSETTER_FILE)));
  const loaded = new WebAssembly.Instance(module).exports as Exports;
  loaded._initialize();
  return loaded;
}

/** Copies a subset out of the module's memory, and frees it. */
function copyOf(hb: Exports, face: number): Buffer | undefined {
  if (face === 0) return undefined;
  const blob = hb.hb_face_reference_blob(face);
  const [start, length] = [hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)];
  const copy = Buffer.from(new Uint8Array(hb.memory.buffer, start, length));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(face);
  return copy.length === 0 ? undefined : copy;
}

function tagOf(tag: string): number {
  return Buffer.from(tag, "latin1").readUInt32BE(0);
}
