/** Finds the name that a user probably meant. */
export { didYouMean, MAX_HINTS, quote } from "./suggest.js";
