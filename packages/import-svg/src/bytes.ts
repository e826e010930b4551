/** Converts texts and data URIs to bytes, with functions that Node.js and browsers share. */

export function bytesOfText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes Base64. Like the decoders of design tools, it accepts line breaks, both alphabets and missing padding. */
export function bytesOfBase64(text: string): Uint8Array {
  const digits = text
    .replace(/-/g, "+")
    .replace(/_/g, "/")
    .replace(/[^A-Za-z0-9+/]+/g, "");
  // A single digit at the end has no whole byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  const binary = atob(whole);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
