/**
 * Makes a font of one weight from a variable font, with the subsetter of HarfBuzz. It runs in WebAssembly, so an untrusted
 * font can only access the memory of that module.
 */
import { readFileSync } from "node:fs";
import { resolveInstalled } from "../shared/native.js";

/** The file of the subsetter. The font layer contains it. */
export const SUBSETTER_FILE = "harfbuzzjs/dist/harfbuzz-subset.wasm";

/** The part of WebAssembly that is used here. TypeScript declares it only for browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The functions of the module. A pointer is an offset in its memory, and 0 stands for nothing. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly malloc: (bytes: number) => number;
  readonly hb_blob_create: (data: number, length: number, mode: number, user: number, destroy: number) => number;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_keep_everything: (input: number) => void;
  readonly hb_subset_input_pin_all_axes_to_default: (input: number, face: number) => number;
  readonly hb_subset_input_pin_axis_location: (input: number, face: number, tag: number, value: number) => number;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
  readonly _initialize: () => void;
}

const READ_ONLY = 1;
/** The tag `wght` as a number. */
const WEIGHT_AXIS = 0x77676874;

/**
 * Returns a variable font at one weight, as a plain font. Its other axes have their defaults. Returns undefined if the
 * subsetter cannot read the font.
 */
export function pinWeight(font: Uint8Array, weight: number): Buffer | undefined {
  // Each call has an instance of its own: memory that a large font needed is never returned to the system.
  const subsetter = instantiate();
  const data = subsetter.malloc(font.length);
  if (data === 0) return undefined;
  new Uint8Array(subsetter.memory.buffer).set(font, data);
  const blob = subsetter.hb_blob_create(data, font.length, READ_ONLY, 0, 0);
  const face = subsetter.hb_face_create(blob, 0);
  const input = subsetter.hb_subset_input_create_or_fail();
  if (input === 0) return undefined;
  subsetter.hb_subset_input_keep_everything(input);
  subsetter.hb_subset_input_pin_all_axes_to_default(input, face);
  if (subsetter.hb_subset_input_pin_axis_location(input, face, WEIGHT_AXIS, weight) === 0) return undefined;
  const pinned = subsetter.hb_subset_or_fail(face, input);
  return pinned === 0 ? undefined : bytesOf(subsetter, pinned);
}

function bytesOf(subsetter: Subsetter, face: number): Buffer | undefined {
  const blob = subsetter.hb_face_reference_blob(face);
  const length = subsetter.hb_blob_get_length(blob);
  const start = subsetter.hb_blob_get_data(blob, 0);
  return length === 0 ? undefined : Buffer.from(new Uint8Array(subsetter.memory.buffer, start, length));
}

let compiled: object | undefined;

/** Creates an instance of the module, which is compiled once per process. */
function instantiate(): Subsetter {
  compiled ??= new WebAssembly.Module(readFileSync(resolveInstalled(SUBSETTER_FILE)));
  const { exports } = new WebAssembly.Instance(compiled);
  // The module has the functions of the interface: the version of the package is pinned.
  const subsetter = exports as Subsetter;
  subsetter._initialize();
  return subsetter;
}
