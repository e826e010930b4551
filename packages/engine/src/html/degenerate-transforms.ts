/** Replaces the transforms of HTML that make an element invisible. */
import { measureNumbers } from "../document/svg/number-scanner.js";
import { MAX_COORDINATE } from "../document/svg/svg-bounds.js";
import { MAX_ENLARGEMENT } from "../document/svg/cost-of-svg.js";
import { enlargementOf } from "../document/svg/svg-transform.js";

const TRANSFORM = / transform="([^"]*)"/g;
/** A singular matrix. SVG does not draw an element that has one. */
const NOTHING = ' transform="matrix(0,0,0,0,0,0)"';

/**
 * Changes a drawing of satori so that elements with transforms beyond the limits of a drawing are not drawn. Examples
 * are `skewX(90deg)`, whose factor is 16,331,239,353,195,370, and several `scale()` that make an element larger than
 * any picture. `isChanged` says whether there is such a transform.
 */
export function withoutDegenerateTransforms(svg: string): { readonly written: string; readonly isChanged: boolean } {
  let isChanged = false;
  const written = svg.replace(TRANSFORM, (attribute, list: string) => {
    if (isDrawable(list)) return attribute;
    isChanged = true;
    return NOTHING;
  });
  return { written, isChanged };
}

function isDrawable(list: string): boolean {
  // satori writes NaN or Infinity for a value that is not a number.
  if (/NaN|Infinity/.test(list)) return false;
  const isBounded = measureNumbers(list).largest <= MAX_COORDINATE;
  return isBounded && enlargementOf(new Map([["transform", list]])) <= MAX_ENLARGEMENT;
}
