import { availableParallelism } from "node:os";

/** Native ESM under Jest: files are compiled by swc, module resolution stays Node's. */
const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "<rootDir>/test/support/fast-globals-transform.mjs",
      {
        // Node needs the attribute of an import of JSON, and Jest warns without it.
        jsc: { parser: { syntax: "typescript" }, target: "es2024", experimental: { keepImportAttributes: true } },
        module: { type: "es6" },
      },
    ],
  },
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  modulePathIgnorePatterns: [
    "<rootDir>/cdk.out",
    "<rootDir>/.local",
    "/.run-cdk-out/",
    "<rootDir>/layers/.*/package.json",
  ],
};

// Tests talk to services of this machine only. The user's AWS settings and proxy must not reach their clients.
for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
Object.assign(process.env, { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" });
for (const name of ["no_proxy", "NO_PROXY"]) process.env[name] = "127.0.0.1,localhost,.localhost";

export default {
  reporters: [
    "default",
    "<rootDir>/test/support/grants-reporter.mjs",
    "<rootDir>/test/support/kept-stacks-reporter.mjs",
    "<rootDir>/test/support/temporary-folders-reporter.mjs",
  ],
  // Three workers for two cores: otherwise, the cores are idle for a quarter of the time, because end-to-end tests wait.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A worker keeps the modules of each file that it has run. Garbage collection in gigabytes of modules slows down every later render.
  workerIdleMemoryLimit: "1GB",
  // For each test and each hook. No test waits for time, so this only ends one that hangs. It is longer than the waits of the
  // end-to-end tests for one condition, which say what they waited for.
  testTimeout: 300_000,
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/packages/*/test/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "/test/end-to-end/", "/test/slow/"],
    },
    { ...shared, displayName: "end-to-end", testMatch: ["<rootDir>/test/end-to-end/**/*.test.ts"] },
  ],
};
