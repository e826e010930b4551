/**
 * The image codec library. It is imported at the first use. A bundle contains its JavaScript, which loads faster from
 * one file than from the 70 files of its packages. Its loader finds the native library with `require`, like
 * `native.ts`.
 */
export { default as sharp } from "sharp";
