/** The part of WebAssembly that is used here. TypeScript declares it only for browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The memory of an encoder. When the memory grows, it gets a new buffer. */
export interface EncoderMemory {
  readonly buffer: ArrayBuffer;
}

/** Compiles a WebAssembly module without imports, and returns its exports. */
export function startEncoder(base64: string): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, "base64"))).exports;
}
