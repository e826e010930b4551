/**
 * Compares the texts themselves, so that trailing bits of an encoding can't make a second spelling valid. The time depends
 * on the lengths alone. Written out, since CloudFront's runtime has no `timingSafeEqual`.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
