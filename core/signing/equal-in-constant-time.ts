/**
 * Compares the texts, not the decoded bytes: otherwise, unused trailing bits of base64url would make several spellings
 * of a signature valid. The time depends only on the lengths. CloudFront's runtime has no `timingSafeEqual`.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
