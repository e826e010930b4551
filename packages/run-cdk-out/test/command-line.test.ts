import { describe, expect, test } from "@jest/globals";
import { readCommandLine } from "../src/command-line.js";

const read = (args: string[], environment: Record<string, string> = {}) =>
  readCommandLine(args, environment, "/project");

test("without arguments: port 4000, state in the project, nothing overridden", () => {
  expect(read([])).toEqual({
    port: 4000,
    fresh: false,
    quiet: false,
    help: false,
    stateDir: "/project/.local",
    context: {},
  });
});

test("every option is understood, and a context value may hold an equals sign", () => {
  const args = ["--fresh", "--quiet", "--state", "/elsewhere", "--context", "a=1", "--context", "b=x=y"];
  expect(read(args, { PORT: "4100" })).toMatchObject({
    port: 4100,
    fresh: true,
    quiet: true,
    stateDir: "/elsewhere",
    context: { a: "1", b: "x=y" },
  });
});

describe("what is not understood is refused in one sentence", () => {
  test.each([
    [["--frehs"], "--frehs"],
    [["now"], "now"],
    [["--state"], "--state"],
    [["--context", "novalue"], '"novalue"'],
  ])("%j", (args, named) => {
    expect(() => read(args)).toThrow(expect.objectContaining({ name: "UserError" }));
    expect(() => read(args)).toThrow(named);
  });

  test.each(["http", "0", "65536", "40.5"])("PORT=%s", (port) => {
    expect(() => read([], { PORT: port })).toThrow(`PORT must be a number from 1 to 65535, not "${port}".`);
  });
});
