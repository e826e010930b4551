/** The sources: everything that the synthesis of the stack reads. */
export const INPUTS = [
  "bin",
  "lib",
  "lambdas",
  "core",
  "aws",
  "layers",
  "packages/encoders",
  "packages/engine",
  "site",
  "examples",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
];
