/**
 * Who may import whom. The product (core) knows no AWS; only aws/ speaks to AWS; the local runner knows the synthesized
 * template and nothing of the sources that made it.
 */
const internal = "^(bin|lib|core|aws|lambdas|layers|packages|cli|bench|scripts|test)/";

/** A rule: files under `from` may import, of the project's own folders, only `allowed`. */
const onlyImports = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: internal, pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphaned-package",
      comment: "Every package that is imported is named in package.json.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] },
    },
    onlyImports("core-imports-only-core", "^core/", "^core/"),
    {
      name: "core-knows-no-aws",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "node_modules/(@aws-sdk|@smithy|@middy|@aws-lambda-powertools|aws-cdk-lib|constructs)/" },
    },
    {
      name: "rendering-libraries-in-core-rendering-only",
      severity: "error",
      from: { path: "^(core|aws|lambdas|lib)/", pathNot: "^core/rendering/" },
      to: {
        path: "node_modules/(satori|sharp|@resvg|@fontsource|harfbuzzjs|bidi-js|linebreak|@iconify-json|flag-icons|qr|bwip-js)/",
      },
    },
    {
      name: "contract-stands-alone",
      comment: "lib, cli and the edge take core/contract without pulling the product in.",
      severity: "error",
      from: { path: "^core/contract/" },
      to: { path: "^core/", pathNot: "^core/contract/" },
    },
    onlyImports("aws-imports-core", "^aws/", "^(aws|core)/"),
    onlyImports("lambdas-import-core-and-aws", "^lambdas/", "^(lambdas|core|aws)/"),
    {
      name: "no-function-imports-another",
      severity: "error",
      from: { path: "^lambdas/([^/]+)/" },
      to: { path: "^lambdas/", pathNot: ["^lambdas/$1/", "^lambdas/shared/"] },
    },
    onlyImports("lib-imports-contract-and-environments", "^lib/", "^(lib/|core/contract/|lambdas/[^/]+/env\\.ts$)"),
    onlyImports("bin-imports-lib", "^bin/", "^(bin|lib)/"),
    onlyImports("the-runner-knows-only-the-template", "^packages/", "^packages/"),
    onlyImports("cli-imports", "^cli/", "^(cli/|core/(contract|fetching|rendering|signing)/)"),
    {
      name: "sources-do-not-import-tests",
      severity: "error",
      from: { pathNot: "^(test|packages/[^/]+/test)/" },
      to: { path: "^(test|packages/[^/]+/test)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Code for runtimes other than Node: CloudFront's has modules of its own.
    exclude: { path: "^packages/run-cdk-out/sample/functions/edge/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
