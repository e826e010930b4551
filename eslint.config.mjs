import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  // bench has packages of its own, which the type-aware rules need: `npm run bench:check`.
  {
    ignores: ["**/node_modules", "cdk.out", "cdk.out.*", ".local", "**/.run-cdk-out", "coverage", "**/*.cjs", "bench"],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value='zod'] > ImportSpecifier[imported.name='z']",
          message: 'Write `import * as z from "zod"`: the named import bundles every locale.',
        },
      ],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["test/**/*.ts", "packages/*/test/**/*.ts"],
    rules: { "max-lines-per-function": "off", "@typescript-eslint/require-await": "off" },
  },
  {
    files: ["packages/**/*.ts", "bin/**/*.ts", "cli/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"],
    rules: { "no-console": "off" },
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
