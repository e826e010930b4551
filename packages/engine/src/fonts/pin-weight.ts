import { makeFont } from "./subsetter.js";

/**
 * Returns a variable font at one weight, as a plain font. Its other axes have their defaults. Returns undefined if the
 * subsetter cannot read the font.
 */
export function pinWeight(font: Uint8Array, weight: number): Buffer | undefined {
  return makeFont(font, {
    weight,
    isLarge: true,
    choose: (subsetter, input) => {
      subsetter.hb_subset_input_keep_everything(input);
    },
  });
}
