/**
 * The image codec library. It is imported at the first use. A bundle contains its JavaScript, which loads faster from one
 * file than from the 70 of its packages. Its loader finds the native library with `require`, as `native.ts` does.
 */
export { default as sharp } from "sharp";
