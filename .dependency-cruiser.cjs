/** Who may import whom. `docs/architecture.md` says what each folder is for. */
const internal = "^(bin|lib|core|aws|lambdas|layers|packages|local|cli|bench|docs|examples|site|scripts|test)/";

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

/** The files behind the `exports` of the packages. */
const ENTRY_POINTS = ["engine", "encoders", "fonts", "guarded-fetch", "import-svg", "client", "mcp"].flatMap((name) => {
  const { exports } = require(`./packages/${name}/package.json`);
  return Object.values(exports).map((file) => `^packages/${name}/${file.slice(2).replaceAll(".", "\\.")}$`);
});

const RENDERING_LIBRARIES =
  "satori|sharp|@resvg|@fontsource|harfbuzzjs|bidi-js|linebreak|@iconify-json|flag-icons|qr|bwip-js";

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-circular-folders",
      severity: "error",
      comment: "A folder and its subfolders count as one here.",
      scope: "folder",
      from: {
        path: "^(core|aws|lambdas|lib|local|cli|packages/(engine|encoders|fonts|guarded-fetch|import-svg|client|mcp|studio)/src)/",
      },
      to: { circular: true },
    },
    {
      name: "no-orphaned-package",
      comment: "Name every imported package in package.json. bench/ has its own, which is not always installed.",
      severity: "error",
      from: { pathNot: "^bench/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] },
    },

    onlyImports("encoders-import-nothing", "^packages/encoders/src/", "^packages/encoders/src/"),
    onlyImports("guarded-fetch-imports-nothing", "^packages/guarded-fetch/src/", "^packages/guarded-fetch/src/"),
    onlyImports("fonts-import-nothing", "^packages/fonts/src/", "^packages/fonts/src/"),
    onlyImports("client-imports-nothing", "^packages/client/src/", "^packages/client/src/"),
    {
      name: "client-without-node",
      severity: "error",
      comment: "The client runs where there are only the web's own APIs. Its entry point `./node` is the exception.",
      from: { path: "^packages/client/src/", pathNot: "^packages/client/src/node\\.ts$" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"] },
    },
    onlyImports("engine-imports-encoders-and-fonts", "^packages/engine/src/", "^packages/(engine|encoders|fonts)/src/"),
    onlyImports(
      "import-svg-imports-engine-and-fonts",
      "^packages/import-svg/src/",
      "^packages/(import-svg|engine|fonts)/src/",
    ),
    {
      name: "import-svg-without-node",
      severity: "error",
      comment: "The importer runs in browsers, too. Its entry point `./node` is the exception.",
      from: { path: "^packages/import-svg/src/", pathNot: "^packages/import-svg/src/node\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    onlyImports("mcp-imports-client", "^packages/mcp/src/", "^packages/(mcp|client)/src/"),
    onlyImports(
      "studio-imports-client-and-importer",
      "^packages/studio/src/",
      "^packages/(studio|client)/src/|^packages/import-svg/src/index\\.ts$",
    ),
    onlyImports("run-cdk-out-imports-itself", "^packages/run-cdk-out/", "^packages/run-cdk-out/"),
    {
      name: "packages-by-their-entry-points",
      severity: "error",
      comment: "The service imports only the `exports` of a package.",
      from: { path: "^(core|aws|lambdas|lib|bin|local|cli)/" },
      to: {
        path: "^packages/(engine|encoders|fonts|guarded-fetch|import-svg|client|mcp)/src/",
        pathNot: ENTRY_POINTS,
      },
    },

    {
      name: "importer-by-entry-points",
      severity: "error",
      comment: "The importer uses the engine and the fonts as any other program does.",
      from: { path: "^packages/import-svg/src/" },
      to: { path: "^packages/(engine|fonts)/src/", pathNot: ENTRY_POINTS },
    },

    onlyImports("core-imports-engine-and-guarded-fetch", "^core/", "^(core|packages/(engine|guarded-fetch)/src)/"),
    withoutPackages(
      "core-without-aws",
      { path: "^core/" },
      "@aws-sdk|@smithy|@middy|@aws-lambda-powertools|aws-cdk-lib|constructs",
      "core/ is the service. Only aws/ calls AWS.",
    ),
    withoutPackages(
      "rendering-libraries-in-the-engine-only",
      { path: "^(core|aws|lambdas|lib|packages/(encoders|fonts|run-cdk-out)/src)/" },
      RENDERING_LIBRARIES,
    ),
    withoutPackages(
      "engine-without-the-service",
      { path: "^packages/engine/src/" },
      "@aws-sdk|@smithy|@middy|@aws-lambda-powertools|aws-cdk-lib|constructs|undici",
      "The engine draws pictures in any Node program.",
    ),
    onlyImports(
      "contract-imports-only-contract",
      "^core/contract/",
      "^(core/contract|packages/engine/src)/",
      "lib/, cli/ and the edge function import core/contract without the rest of the service.",
    ),
    onlyImports(
      "deployment-imports-contract",
      "^core/deployment/",
      "^core/(contract|deployment)/",
      "lib/ and the edge function import core/deployment without the rest of the service.",
    ),

    onlyImports("aws-imports-core", "^aws/", "^(aws|core)/"),
    onlyImports(
      "lambdas-import-core-and-aws",
      "^lambdas/",
      "^((lambdas|core|aws|examples|packages/(engine|guarded-fetch|mcp)/src)/|docs/openapi\\.json$)",
    ),
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

    onlyImports(
      "lib-imports-contract-and-environments",
      "^lib/",
      "^(lib/|core/(contract|deployment)/|packages/engine/src/|lambdas/[^/]+/env\\.ts$|site/builder/site-docs\\.ts$)",
    ),
    onlyImports(
      "site-imports-itself",
      "^site/",
      "^(site/|examples/read-topics\\.ts$)",
      "Each synthesis builds the pages, so the builder is quick: it renders no pictures.",
    ),
    onlyImports("bin-imports-lib", "^bin/", "^(bin|lib)/"),

    onlyImports(
      "local-imports-packages-and-contract",
      "^local/",
      "^(local/|packages/run-cdk-out/|core/contract/|lib/(own-packages|function-sources)\\.ts$)",
    ),
    onlyImports(
      "cli-imports",
      "^cli/",
      "^(cli/|core/(contract|cost|deployment|fetching|signing)/|core/shared/zip\\.ts$|packages/(engine|guarded-fetch|import-svg|client|mcp)/src/|examples/read-topics\\.ts$|aws/doctor/(open-account|account-facts|deployment-actions)\\.ts$)",
      "The command line calls the service. Of AWS, it only reads the account for `irs doctor --aws`, in aws/doctor/.",
    ),
    onlyImports(
      "bench-imports",
      "^bench/(?!scale/)",
      "^(bench/|core/contract/|packages/(engine|encoders|fonts)/src/|lib/(bundle-code|own-packages)\\.ts$|scripts/|packages/run-cdk-out/src/testing\\.ts$)",
    ),
    onlyImports(
      "bench-scale-imports",
      "^bench/scale/",
      "^(bench|core|aws)/",
      "The model of DynamoDB's limits replays the writes that the adapters really make.",
    ),
    onlyImports(
      "docs-and-examples-import-contract",
      "^(docs|examples)/",
      "^(docs|examples|core/contract|packages/(engine|fonts)/src)/",
    ),
    onlyImports("layers-import-the-engine", "^layers/", "^(layers|packages/(engine|fonts)/src)/"),
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
    exclude: { path: "^(packages/run-cdk-out/sample/functions/edge|packages/encoders/src/[^/]+/wasm)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
