/** The bytes of an image, or why they are not available. */
export type LoadedImage = { readonly bytes: Uint8Array } | { readonly failure: string; readonly retryable: boolean };
