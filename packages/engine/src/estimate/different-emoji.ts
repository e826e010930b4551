/** An emoji with everything that makes it a different one: flags, keycaps, skin tones, and joined emoji. */
const EMOJI =
  /\p{RI}\p{RI}|[\d#*]\u{FE0F}?\u{20E3}|\p{ExtPict}[\u{FE0F}\p{EMod}]*(?:\u{200D}\p{ExtPict}[\u{FE0F}\p{EMod}]*)*/gu;

/** Counts the different emoji in a text. Several characters together can be one emoji. */
export function differentEmoji(text: string): number {
  return new Set(text.match(EMOJI)).size;
}
