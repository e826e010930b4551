const OPAQUE: u32 = 0xff00_0000;

/** Divides the colors of pixels by their alpha, because PNG stores straight alpha. */
export function toStraightAlpha(from: usize, to: usize): void {
  for (let at = from; at < to; at += 16) {
    const alphas = v128.and(v128.load(at), i32x4.splat(OPAQUE));
    if (i32x4.all_true(i32x4.eq(alphas, i32x4.splat(OPAQUE)))) continue;
    const end = min(to, at + 16);
    for (let pixel = at; pixel < end; pixel += 4) store<u32>(pixel, straight(load<u32>(pixel)));
  }
}

/**
 * Rounds the quotients to the nearest integer, and halves up. Single precision is exact here: a quotient below an
 * integer is at least 1 / alpha below it.
 */
function straight(pixel: u32): u32 {
  const alpha = pixel >> 24;
  if (alpha === 255 || alpha === 0) return alpha === 0 ? 0 : pixel;
  const channels = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(pixel)));
  const dividends = i32x4.add(i32x4.mul(channels, i32x4.splat(255)), i32x4.splat(alpha >> 1));
  const quotients = f32x4.div(f32x4.convert_i32x4_s(dividends), f32x4.splat(<f32>alpha));
  const colors = i32x4.min_s(i32x4.trunc_sat_f32x4_s(quotients), i32x4.splat(255));
  const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(colors, colors), i32x4.splat(0));
  return (i32x4.extract_lane(bytes, 0) & ~OPAQUE) | (pixel & OPAQUE);
}
