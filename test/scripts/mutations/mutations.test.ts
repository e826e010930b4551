import { describe, expect, test } from "@jest/globals";
import { EQUIVALENT_MUTATIONS } from "../../../scripts/mutations/equivalent-mutations.js";
import { findMutations } from "../../../scripts/mutations/find-mutations.js";
import { mutate } from "../../../scripts/mutations/mutation.js";
import { readRelatedTests } from "../../../scripts/mutations/related-tests.js";
import { readSource } from "../../../scripts/mutations/source-files.js";

/** The source with each of its changes. */
const changedForms = (source: string) => findMutations("core/a.ts", source).map((mutation) => mutate(source, mutation));

describe("findMutations", () => {
  test.each([
    ["a limit", "const is = a < b;", ["const is = a <= b;"]],
    ["an equality", "const is = a === b;", ["const is = a !== b;"]],
    ["two conditions", "const is = a && b;", ["const is = a || b;"]],
    ["a sum", "const sum = a + b;", ["const sum = a - b;"]],
    ["a product", "const product = a * b;", ["const product = a / b;"]],
    ["a small number", "const count = 80;", ["const count = 81;", "const count = 79;"]],
    ["zero", "const count = 0;", ["const count = 1;"]],
    ["a large number", "const time = 9_000;", ["const time = 18000;"]],
    ["a fraction", "const share = 0.5;", ["const share = 1;"]],
    ["a truth value", "const is = true;", ["const is = false;"]],
    ["a condition", "const is = a ? b : c;", ["const is = !(a) ? b : c;"]],
    ["an early exit", "if (a) return;", ["if (!(a)) return;", ""]],
    ["a call", "save(a);", [";"]],
    ["a call that is awaited", "await save(a);", [";"]],
  ])("changes %s", (_name, source, changed) => {
    expect(changedForms(source)).toEqual(changed);
  });

  test.each([
    ["types", "type Size = 1 | 2; interface Box { readonly side: 4; }"],
    ["log lines", 'log.info("Done.", { isLast: isLast });'],
    ["texts", 'const text = "1 < 2 && true";'],
    ["results of calls", "const saved = save(a);"],
  ])("leaves %s as they are", (_name, source) => {
    expect(changedForms(source)).toEqual([]);
  });

  test("says where a change is and what it does", () => {
    const [mutation] = findMutations("core/a.ts", "const one = two;\n  const is = a <= b;\n");
    expect(mutation).toEqual({
      ...{ file: "core/a.ts", line: 2, source: "const is = a <= b;" },
      ...{ start: 32, end: 34, replacement: "<", change: "`<=` becomes `<`" },
    });
  });
});

describe("the tests of a file", () => {
  const related = readRelatedTests(process.cwd());

  test("the test that imports the file comes first", () => {
    expect(related.of("core/uploads/upload.ts")[0]).toBe("test/core/uploads/uploads.test.ts");
  });

  test("tests that import a package by its entry point are tests of the package's files", () => {
    expect(related.of("packages/engine/src/document/expand-layers.ts")).toContain(
      "test/core/renders/create-render.test.ts",
    );
  });

  test("tests that import the package of SVG imports, which no function uses, are tests of its files", () => {
    expect(related.of("packages/import-svg/src/index.ts")).toContain("packages/import-svg/test/rounds.test.ts");
  });

  test("tests that bundle the sources of their folder are tests of its files", () => {
    expect(related.of("lambdas/edge/site.ts")).toContain("test/lambdas/edge/site.test.ts");
  });

  test("the tests of a file include no end-to-end test and no slow test", () => {
    const found = related.of("core/contract/errors.ts");
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((file) => /end-to-end|slow/.test(file))).toEqual([]);
  });
});

test("every change that is listed as equivalent exists", () => {
  const missing = EQUIVALENT_MUTATIONS.filter(
    ({ file, source, change }) =>
      !findMutations(file, readSource(".", file)).some((one) => one.source === source && one.change === change),
  );
  expect(missing).toEqual([]);
});
