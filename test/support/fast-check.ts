/**
 * fast-check. CI repeats the same values in each run, so that a merge never depends on luck. Other runs try new ones, and a
 * failure prints its seed.
 */
import fc from "fast-check";

if (process.env.CI !== undefined) fc.configureGlobal({ seed: 20_261_101 });

export default fc;
