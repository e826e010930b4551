import js from "@eslint/js";
import importX from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const ZOD_IMPORT = {
  selector: "ImportDeclaration[source.value='zod'] > ImportSpecifier[imported.name='z']",
  message: 'Write `import * as z from "zod"`: the named import bundles every locale.',
};
// A private constructor has no other form.
const PRIVATE_MEMBERS = {
  selector:
    ":matches(PropertyDefinition, TSParameterProperty, MethodDefinition[kind!='constructor'])[accessibility='private']",
  message: "Write `#name`. TypeScript's `private` is not private when the program runs.",
};
const ADAPTER_CLASSES = {
  selector: "ClassDeclaration",
  message: "Write a factory, `createX(client, …): Port` (docs/decisions/0033-adapters-are-factories.md).",
};
const everywhere = [ZOD_IMPORT, PRIVATE_MEMBERS];

/** Constructs that only one file may create, because that file adds what each of them needs. */
const onlyWayToCreate = (name, group, file) => ({
  group,
  importNames: [name],
  allowTypeImports: true,
  message: `Use ${file}: it is the only way to create one.`,
});
const LAMBDA_FUNCTION = onlyWayToCreate(
  "Function",
  ["aws-cdk-lib/aws-lambda", "aws-cdk-lib/aws-lambda-nodejs"],
  "lib/service-function.ts",
);
const SQS_QUEUE = onlyWayToCreate("Queue", ["aws-cdk-lib/aws-sqs"], "lib/queue-with-dead-letters.ts");
const restrictImports = (...patterns) => ({ "@typescript-eslint/no-restricted-imports": ["error", { patterns }] });

export default tseslint.config(
  // bench has packages of its own, which the type-aware rules need: `npm run bench:check`. AssemblyScript is another language.
  {
    ignores: [
      "**/node_modules",
      "cdk.out",
      "cdk.out.*",
      ".local",
      "**/.run-cdk-out",
      "coverage",
      "**/*.cjs",
      "bench",
      "packages/encoders/src/*/wasm",
      "packages/client/src/generated/openapi.ts",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { "import-x": importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Types: `import type { A }` if the file imports only types, `import { a, type B }` otherwise.
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "import-x/no-duplicates": ["error", { "prefer-inline": true }],
      "import-x/first": "error",
      "import-x/newline-after-import": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": ["error", ...everywhere],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["aws/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...everywhere, ADAPTER_CLASSES] },
  },
  {
    // The environment is read in one place, lambdas/shared/environment.ts.
    files: ["core/**/*.ts", "aws/**/*.ts", "lib/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Take the value as a parameter." },
      ],
    },
  },
  { files: ["lib/**/*.ts"], rules: restrictImports(LAMBDA_FUNCTION, SQS_QUEUE) },
  { files: ["lib/service-function.ts"], rules: restrictImports(SQS_QUEUE) },
  { files: ["lib/queue-with-dead-letters.ts"], rules: restrictImports(LAMBDA_FUNCTION) },
  {
    files: ["test/**/*.ts", "packages/*/test/**/*.ts"],
    rules: { "max-lines-per-function": "off", "@typescript-eslint/require-await": "off" },
  },
  {
    files: ["packages/**/*.ts", "bin/**/*.ts", "cli/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    // Markup takes a line for each attribute. Preact's own JSX types let a text be a signal.
    files: ["packages/studio/src/**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        Buffer: "readonly",
      },
    },
  },
);
