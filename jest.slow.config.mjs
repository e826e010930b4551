/**
 * Tests that take minutes, because they wait as long as the service promises or install packages. CI runs only
 * `npm run test:packages` of them.
 */
import config from "./jest.config.mjs";

const [, endToEnd] = config.projects;

export default {
  ...config,
  projects: [{ ...endToEnd, displayName: "slow", testMatch: ["<rootDir>/test/slow/**/*.test.ts"] }],
};
