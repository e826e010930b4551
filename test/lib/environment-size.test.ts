import { describe, expect, test } from "@jest/globals";
import { Stack } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { checkEnvironmentSize } from "../../lib/environment-size.js";
import { newApp } from "./app-with.js";
import { synthesize } from "./synthesize.js";

const plansNamed = (count: number) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`plan-${index}`, DEFAULT_PLANS.team])),
  );

describe("the environment of a function", () => {
  test("plans that do not fit into Lambda's 4 KB stop the synth with an error that names the function, the size and a remedy", async () => {
    await expect(synthesize({ plans: plansNamed(9) })).rejects.toThrow(
      /^The environment of the function \S+ has about \d{4} bytes\. Lambda accepts 4096\. Its largest variable is PLANS with \d{4} bytes\..* use fewer `plans`/,
    );
  });

  test("the environment is measured as Lambda measures it: as JSON text, in bytes", () => {
    const stack = new Stack(newApp(), "S");
    const check = (value: string) => () => checkEnvironmentSize(stack, "f", { A: "x", B: value });
    // {"A":"x","B":"…"} has 16 characters besides the value of B.
    expect(check("y".repeat(4096 - 16))).not.toThrow();
    expect(check("y".repeat(4096 - 15))).toThrow("about 4097 bytes");
    expect(check(`"`.repeat(2040))).not.toThrow();
    expect(check(`"`.repeat(2041))).toThrow("about 4098 bytes");
    expect(check("ü".repeat(2041))).toThrow("about 4098 bytes");
  });

  test("a resource counts with a length that its name, ARN or URL cannot exceed", () => {
    const stack = new Stack(newApp(), "ImageRender-prod");
    const { queueUrl } = new Queue(stack, "TheQueue");
    const url = "https://sqs.ap-southeast-1.amazonaws.com/111122223333/ImageRender-prod-TheQueue12345678-ABCDEFGHIJKL";
    const room = 4096 - 15 - url.length;
    const check = (bytes: number) => () => checkEnvironmentSize(stack, "f", { A: queueUrl, B: "y".repeat(bytes) });
    expect(check(room - 30)).not.toThrow();
    expect(check(room + 1)).toThrow(/Lambda accepts 4096/);
  });
});
