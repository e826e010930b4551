/** Native ESM under Jest: files are compiled by swc, module resolution stays Node's. */
const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2024" }, module: { type: "es6" } },
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

export default {
  // By default one core would stay idle, which on two is half of them.
  maxWorkers: "100%",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/packages/*/test/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "/test/end-to-end/"],
    },
    { ...shared, displayName: "end-to-end", testMatch: ["<rootDir>/test/end-to-end/**/*.test.ts"] },
  ],
};
