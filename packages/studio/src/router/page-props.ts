import type { PathParameters } from "./match-path.js";

/** The properties of a page: the values of its path. */
export interface PageProps {
  readonly parameters: PathParameters;
}
