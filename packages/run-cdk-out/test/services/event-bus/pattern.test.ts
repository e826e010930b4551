import { describe, expect, test } from "@jest/globals";
import { compilePattern } from "../../../src/services/event-bus/pattern.js";

const event = {
  source: "images.render",
  "detail-type": "Render Completed",
  resources: ["arn:a", "arn:b"],
  detail: {
    status: "done",
    attempts: 2,
    cached: false,
    error: null,
    path: "renders/2026/a.png",
    ip: "10.1.2.3",
    layers: [{ name: "title" }, { name: "logo", width: 10 }],
    tags: ["a", "b"],
    "a*b": "star*",
  },
};

describe("event patterns", () => {
  test.each<[string, unknown]>([
    ["a value", { source: ["images.render"] }],
    ["one of several values", { detail: { status: ["failed", "done"] } }],
    ["a number", { detail: { attempts: [2] } }],
    ["a boolean", { detail: { cached: [false] } }],
    ["null", { detail: { error: [null] } }],
    ["an element of a list", { resources: ["arn:b"] }],
    ["a field within a list of objects", { detail: { layers: { name: ["logo"], width: [10] } } }],
    ["several fields at once", { source: ["images.render"], detail: { status: ["done"] } }],
    ["prefix", { detail: { path: [{ prefix: "renders/" }] } }],
    ["prefix, case ignored", { detail: { path: [{ prefix: { "equals-ignore-case": "RENDERS/" } }] } }],
    ["suffix", { detail: { path: [{ suffix: ".png" }] } }],
    ["equals-ignore-case", { "detail-type": [{ "equals-ignore-case": "render completed" }] }],
    ["wildcard", { detail: { path: [{ wildcard: "renders/*/*.png" }] } }],
    ["a star taken for itself", { detail: { "a*b": [{ wildcard: "star\\*" }] } }],
    ["numeric equality", { detail: { attempts: [{ numeric: ["=", 2] }] } }],
    ["numeric bounds", { detail: { attempts: [{ numeric: [">", 1, "<=", 2] }] } }],
    ["exists", { detail: { status: [{ exists: true }] } }],
    ["exists not", { detail: { missing: [{ exists: false }] } }],
    ["exists not, below what is missing", { other: { deep: [{ exists: false }] } }],
    ["anything but a value", { detail: { status: [{ "anything-but": "failed" }] } }],
    ["anything but several", { detail: { attempts: [{ "anything-but": [1, 3] }] } }],
    ["anything but a prefix", { detail: { status: [{ "anything-but": { prefix: "fail" } }] } }],
    ["anything but several suffixes", { detail: { path: [{ "anything-but": { suffix: [".jpg", ".gif"] } }] } }],
    ["cidr", { detail: { ip: [{ cidr: "10.0.0.0/8" }] } }],
    ["$or", { $or: [{ source: ["other"] }, { detail: { status: ["done"] } }] }],
    ["a mixture of conditions", { detail: { status: [{ prefix: "x" }, "done"] } }],
  ])("an event fits by %s", (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(true);
  });

  test.each<[string, unknown]>([
    ["another value", { source: ["images"] }],
    ["a number as text", { detail: { attempts: ["2"] } }],
    ["one field of two", { source: ["images.render"], detail: { status: ["failed"] } }],
    ["fields of different elements", { detail: { layers: { name: ["title"], width: [10] } } }],
    ["a missing field", { detail: { missing: ["x"] } }],
    ["anything but, on a missing field", { detail: { missing: [{ "anything-but": "x" }] } }],
    ["anything but an element of the list", { detail: { tags: [{ "anything-but": "a" }] } }],
    ["exists, on a missing field", { detail: { missing: [{ exists: true }] } }],
    ["exists not, on what is there", { detail: { status: [{ exists: false }] } }],
    ["numbers out of bounds", { detail: { attempts: [{ numeric: [">", 2] }] } }],
    ["a wildcard that ends too early", { detail: { path: [{ wildcard: "renders/*.jpg" }] } }],
    ["a dot of a wildcard taken for any character", { detail: { path: [{ wildcard: "renders/*a?png" }] } }],
    ["another network", { detail: { ip: [{ cidr: "10.2.0.0/16" }] } }],
    ["neither of $or", { $or: [{ source: ["a"] }, { source: ["b"] }] }],
    ["an inherited property", { detail: { constructor: [{ exists: true }] } }],
  ])("an event does not fit by %s", (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(false);
  });

  test.each<[string, unknown]>([
    ["no object", ["x"]],
    ["an empty one", {}],
    ["a value outside of a list", { source: "images.render" }],
    ["an empty list", { source: [] }],
    ["an unknown condition", { source: [{ like: "x" }] }],
    ["two conditions in one", { source: [{ prefix: "a", suffix: "b" }] }],
    ["numeric with text", { detail: { attempts: [{ numeric: [">", "1"] }] } }],
    ["exists with text", { source: [{ exists: "yes" }] }],
    ["a network that is none", { detail: { ip: [{ cidr: "10.0.0.0/99" }] } }],
  ])("a pattern that is %s is refused", (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow("Event pattern is not valid");
  });
});
