import type { PathParameters } from "./match-path.js";

/** What a page is given: the values of its path. */
export interface PageProps {
  readonly parameters: PathParameters;
}
