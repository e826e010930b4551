import { OWN_PACKAGES } from "../lib/own-packages.js";

/** The sources: everything that the synthesis of the stack reads. */
export const INPUTS = [
  "bin",
  "lib",
  "lambdas",
  "core",
  "aws",
  "layers",
  ...OWN_PACKAGES.map((name) => `packages/${name}`),
  "packages/studio",
  "site",
  "docs",
  "examples",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
];
