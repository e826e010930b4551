/** What WebAssembly has, as far as it is used here. Node's types declare only a part of it. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The memory of a module. Its buffer is another one after the memory has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A constant of a module, such as an address in its memory. */
export interface WasmGlobal {
  readonly value: number;
}

/** Starts a module that needs no imports, and returns its exports. */
export function loadWasm(base64: string): unknown {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
  // Synchronously: compiling takes less than a millisecond, because functions are optimized in other threads when they run often.
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, "base64"))).exports;
}
