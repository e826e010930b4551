/** Emoji with everything that makes them another one: flags, keycaps, colors of the skin, and joined ones. */
const EMOJI =
  /\p{RI}\p{RI}|[\d#*]\u{FE0F}?\u{20E3}|\p{ExtPict}[\u{FE0F}\p{EMod}]*(?:\u{200D}\p{ExtPict}[\u{FE0F}\p{EMod}]*)*/gu;

/** How many different emoji there are in a text. Several characters together can be one. */
export function differentEmoji(text: string): number {
  return new Set(text.match(EMOJI)).size;
}
