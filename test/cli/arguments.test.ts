import { describe, expect, test } from "@jest/globals";
import { describeOptions, readArguments } from "../../cli/arguments.js";

const TABLE = {
  data: { type: "string", short: "d", value: "FILE", help: "the data" },
  output: { type: "string", short: "o", value: "FILE", help: "the picture" },
  watch: { type: "boolean", help: "go on" },
} as const;

describe("arguments", () => {
  test("are options in their long and short forms, and operands between them", () => {
    const { options, operands } = readArguments(["-d", "d.json", "card.json", "--output=-", "--watch"], TABLE);
    expect(options).toEqual({ data: "d.json", output: "-", watch: true });
    expect(operands).toEqual(["card.json"]);
  });

  test("that are left out are undefined, or false for a switch", () => {
    expect(readArguments([], TABLE)).toEqual({
      options: { data: undefined, output: undefined, watch: false },
      operands: [],
    });
  });

  test("after -- are operands, however they look", () => {
    expect(readArguments(["--", "--watch"], TABLE).operands).toEqual(["--watch"]);
  });

  test.each([
    [["--wach"], 'There is no option --wach. Did you mean "--watch"?'],
    [["--zzz"], "There is no option --zzz. Known: --data, --output, --watch."],
    [["--toString"], "There is no option --toString. Known: --data, --output, --watch."],
    [["-x"], "There is no option -x."],
    [["--data"], "--data needs a value: FILE."],
    [["--data="], "--data needs a value: FILE."],
    [["--watch=yes"], "--watch takes no value."],
    [["-o", "a.png", "--output", "b.png"], "--output is given twice."],
  ])("%j are refused with the reason", (argv, message) => {
    expect(() => readArguments(argv, TABLE)).toThrow(message);
  });
});

test("the help has a line for each option, aligned", () => {
  expect(describeOptions(TABLE)).toBe(
    ["  -d, --data FILE    the data", "  -o, --output FILE  the picture", "      --watch        go on"].join("\n"),
  );
});
