/** Who may import whom. `docs/architecture.md` says what each folder is for. */
const internal = "^(bin|lib|core|aws|lambdas|layers|packages|local|studio|cli|bench|docs|examples|scripts|test)/";

/** A rule: of the project's own folders, files in `from` may import only `allowed`. */
const onlyImports = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { path: internal, pathNot: allowed },
});

/** A rule: files in `from` may not import packages whose names match `packages`. */
const withoutPackages = (name, from, packages, comment) => ({
  name,
  severity: "error",
  comment,
  from,
  to: { path: `node_modules/(${packages})/` },
});

const RENDERING_LIBRARIES =
  "satori|sharp|@resvg|@fontsource|harfbuzzjs|bidi-js|linebreak|@iconify-json|flag-icons|qr|bwip-js";

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphaned-package",
      comment: "Name every imported package in package.json. bench/ has its own, which is not always installed.",
      severity: "error",
      from: { pathNot: "^bench/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] },
    },

    onlyImports("core-imports-only-core", "^core/", "^core/"),
    withoutPackages(
      "core-without-aws",
      { path: "^core/" },
      "@aws-sdk|@smithy|@middy|@aws-lambda-powertools|aws-cdk-lib|constructs",
      "core/ is the product. Only aws/ calls AWS.",
    ),
    withoutPackages(
      "rendering-libraries-in-core-rendering-only",
      { path: "^(core|aws|lambdas|lib)/", pathNot: "^core/rendering/" },
      RENDERING_LIBRARIES,
    ),
    onlyImports(
      "contract-imports-only-contract",
      "^core/contract/",
      "^core/contract/",
      "lib/, cli/ and the edge function import core/contract without the rest of the product.",
    ),

    onlyImports("aws-imports-core", "^aws/", "^(aws|core)/"),
    onlyImports("lambdas-import-core-and-aws", "^lambdas/", "^(lambdas|core|aws|examples)/"),
    {
      name: "no-function-imports-another",
      severity: "error",
      from: { path: "^lambdas/([^/]+)/" },
      to: { path: "^lambdas/", pathNot: ["^lambdas/$1/", "^lambdas/shared/"] },
    },
    withoutPackages(
      "middy-in-shared-only",
      { path: "^lambdas/", pathNot: "^lambdas/shared/" },
      "@middy",
      "A function without middleware is a plain handler. The middleware of HTTP functions is in lambdas/shared.",
    ),
    {
      name: "edge-without-node",
      severity: "error",
      comment: "CloudFront's runtime has neither Node's modules nor room for packages.",
      from: { path: "^lambdas/edge/" },
      to: { path: "node_modules/", reachable: true },
    },

    onlyImports("lib-imports-contract-and-environments", "^lib/", "^(lib/|core/contract/|lambdas/[^/]+/env\\.ts$)"),
    onlyImports("bin-imports-lib", "^bin/", "^(bin|lib)/"),

    onlyImports(
      "a-package-imports-only-itself",
      "^packages/([^/]+)/",
      "^packages/$1/",
      "The local runner knows the synthesized template and nothing of this product.",
    ),
    onlyImports("local-imports-packages-and-contract", "^local/", "^(local/|packages/|core/contract/)"),
    onlyImports("studio-imports-contract", "^studio/", "^(studio/|core/contract/)"),
    onlyImports("cli-imports", "^cli/", "^(cli/|core/(contract|fetching|rendering|signing)/|scripts/[^/]+\\.mjs$)"),
    onlyImports(
      "bench-imports",
      "^bench/(?!scale/)",
      "^(bench/|core/(contract|rendering)/|lib/bundle-code\\.ts$|scripts/|packages/run-cdk-out/src/testing\\.ts$)",
    ),
    onlyImports(
      "bench-scale-imports",
      "^bench/scale/",
      "^(bench|core|aws)/",
      "The model of DynamoDB's limits replays the writes that the adapters really make.",
    ),
    onlyImports("docs-and-examples-import-contract", "^(docs|examples)/", "^(docs|examples|core/contract)/"),
    onlyImports("layers-import-rendering", "^layers/", "^(layers|core/rendering)/"),
    {
      name: "sources-do-not-import-tests",
      severity: "error",
      from: { pathNot: "^(test|packages/[^/]+/test)/" },
      to: { path: "^(test|packages/[^/]+/test)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Code for other runtimes than Node: CloudFront's has modules of its own, and AssemblyScript is another language.
    exclude: { path: "^(packages/run-cdk-out/sample/functions/edge|core/rendering/output/[^/]+/wasm)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
