/**
 * Event patterns, with events that match and events that do not.
 *
 * Every row agrees with AWS's matcher, https://github.com/aws/event-ruler (2.0.1, `JsonRuleCompiler` and
 * `rulesForJSONEvent`). The compiler was also compared with that matcher on 18,000 generated patterns.
 */

export interface PatternCase {
  /** A sentence that says what the pattern does. */
  readonly name: string;
  readonly pattern: unknown;
  readonly matching: readonly unknown[];
  readonly other: readonly unknown[];
}

const VALUES: readonly PatternCase[] = [
  {
    name: "a text matches the same text only",
    pattern: { source: ["images"] },
    matching: [{ source: "images" }],
    other: [{ source: "image" }, { source: "Images" }, { source: 1 }, {}],
  },
  {
    name: "several values match any one of them",
    pattern: { status: ["failed", "done"] },
    matching: [{ status: "done" }, { status: "failed" }],
    other: [{ status: "queued" }],
  },
  {
    name: "a number matches by value and never matches text",
    pattern: { attempts: [2] },
    matching: [{ attempts: 2 }],
    other: [{ attempts: "2" }, { attempts: 3 }, { attempts: true }],
  },
  {
    name: "a boolean matches only itself",
    pattern: { cached: [false] },
    matching: [{ cached: false }],
    other: [{ cached: true }, { cached: "false" }, { cached: 0 }, { cached: null }, {}],
  },
  {
    name: "null matches null and not a missing field",
    pattern: { error: [null] },
    matching: [{ error: null }],
    other: [{ error: "null" }, {}],
  },
  {
    name: "an IP address matches every spelling of the address",
    pattern: { ip: ["::1"] },
    matching: [{ ip: "::1" }, { ip: "0:0:0:0:0:0:0:1" }],
    other: [{ ip: "::2" }],
  },
  {
    name: "several fields must all match",
    pattern: { source: ["images"], detail: { status: ["done"] } },
    matching: [{ source: "images", detail: { status: "done" } }],
    other: [{ source: "images", detail: { status: "failed" } }, { source: "images" }],
  },
  {
    name: "a dot in a name is the same as nesting",
    pattern: { "detail.status": ["done"] },
    matching: [{ detail: { status: "done" } }, { "detail.status": "done" }],
    other: [{ status: "done" }],
  },
  {
    name: "an inherited property is not a field",
    pattern: { detail: { constructor: [{ exists: true }] } },
    matching: [{ detail: { constructor: 1 } }],
    other: [{ detail: {} }],
  },
];

const ARRAYS: readonly PatternCase[] = [
  {
    name: "an array matches if one element matches",
    pattern: { resources: ["arn:b"] },
    matching: [{ resources: ["arn:a", "arn:b"] }, { resources: [["arn:b"]] }],
    other: [{ resources: ["arn:a"] }, { resources: [] }],
  },
  {
    name: "fields of one array element match together",
    pattern: { layers: { name: ["logo"], width: [10] } },
    matching: [{ layers: [{ name: "title" }, { name: "logo", width: 10 }] }, { layers: { name: "logo", width: 10 } }],
    other: [{ layers: [{ name: "logo" }, { width: 10 }] }, { layers: [[{ name: "logo" }], [{ width: 10 }]] }],
  },
  {
    name: "fields of elements of different arrays match together",
    pattern: { layers: { name: ["logo"] }, tags: { key: ["a"] } },
    matching: [{ layers: [{ name: "title" }, { name: "logo" }], tags: [{ key: "a" }] }],
    other: [{ layers: [{ name: "logo" }], tags: [{ key: "b" }] }],
  },
];

const EXISTS: readonly PatternCase[] = [
  {
    name: "exists true matches a leaf and neither objects nor empty arrays",
    pattern: { a: [{ exists: true }] },
    matching: [{ a: 1 }, { a: "" }, { a: null }, { a: [1] }, { a: [{ b: 1 }, 2] }],
    other: [{}, { a: {} }, { a: { b: 1 } }, { a: [] }, { a: [{ b: 1 }] }],
  },
  {
    name: "exists false matches missing fields, objects and empty arrays",
    pattern: { a: [{ exists: false }] },
    matching: [{}, { a: {} }, { a: { b: 1 } }, { a: [] }, { a: [{ b: 1 }] }],
    other: [{ a: 1 }, { a: "" }, { a: null }, { a: [1] }, { a: [{ b: 1 }, 2] }],
  },
  {
    name: "exists false matches below a missing parent",
    pattern: { other: { deep: [{ exists: false }] } },
    matching: [{}, { other: {} }, { other: 1 }],
    other: [{ other: { deep: 1 } }],
  },
  {
    name: "exists false applies to the array element that another field chose",
    pattern: { a: { c: ["x"], d: [{ exists: false }] } },
    matching: [{ a: [{ c: "x" }, { d: 1 }] }, { a: [{ c: "x", d: 1 }, { c: "x" }] }],
    other: [{ a: [{ c: "x", d: 1 }] }],
  },
  {
    name: "exists false combines with values",
    pattern: { a: ["x", { exists: false }] },
    matching: [{ a: "x" }, {}],
    other: [{ a: "y" }],
  },
];

const ANYTHING_BUT: readonly PatternCase[] = [
  {
    name: "anything-but a text matches other values of every type, not a missing field",
    pattern: { a: [{ "anything-but": "x" }] },
    matching: [{ a: "y" }, { a: 5 }, { a: null }, { a: false }],
    other: [{ a: "x" }, {}, { a: {} }],
  },
  {
    name: "anything-but matches an array that has another element besides",
    pattern: { a: [{ "anything-but": "x" }] },
    matching: [{ a: ["x", "y"] }, { a: ["y"] }],
    other: [{ a: ["x"] }, { a: ["x", "x"] }, { a: [] }],
  },
  {
    name: "anything-but several numbers matches arrays by their other elements",
    pattern: { a: [{ "anything-but": [1, 2] }] },
    matching: [{ a: 3 }, { a: "1" }, { a: [1, 3] }],
    other: [{ a: 1 }, { a: [1, 2] }, { a: [] }],
  },
  {
    name: "anything-but a prefix matches values without the prefix",
    pattern: { a: [{ "anything-but": { prefix: "ren" } }] },
    matching: [{ a: "done" }, { a: 1 }, { a: ["render", "done"] }],
    other: [{ a: "render" }, { a: ["render", "rendered"] }, {}],
  },
  {
    name: "anything-but several suffixes matches values with none of them",
    pattern: { path: [{ "anything-but": { suffix: [".jpg", ".gif"] } }] },
    matching: [{ path: "a.png" }],
    other: [{ path: "a.jpg" }, { path: "a.gif" }],
  },
  {
    name: "anything-but with equals-ignore-case ignores case",
    pattern: { a: [{ "anything-but": { "equals-ignore-case": ["Done", "Failed"] } }] },
    matching: [{ a: "queued" }],
    other: [{ a: "DONE" }, { a: "failed" }],
  },
  {
    name: "anything-but a wildcard matches values that do not fit it",
    pattern: { a: [{ "anything-but": { wildcard: "*/bin/*" } }] },
    matching: [{ a: "/usr/lib/x" }, { a: 1 }],
    other: [{ a: "/usr/bin/x" }],
  },
];

const COMPARISONS: readonly PatternCase[] = [
  {
    name: "prefix matches the beginning of text",
    pattern: { path: [{ prefix: "renders/" }] },
    matching: [{ path: "renders/a" }],
    other: [{ path: "a/renders/" }, { path: 1 }],
  },
  {
    name: "an empty prefix matches every text and no number",
    pattern: { path: [{ prefix: "" }] },
    matching: [{ path: "a" }, { path: "" }],
    other: [{ path: 1 }, {}],
  },
  {
    name: "prefix with equals-ignore-case ignores case",
    pattern: { path: [{ prefix: { "equals-ignore-case": "RENDERS/" } }] },
    matching: [{ path: "Renders/a" }],
    other: [{ path: "a" }],
  },
  {
    name: "suffix matches the end of text",
    pattern: { path: [{ suffix: ".png" }] },
    matching: [{ path: "a.png" }],
    other: [{ path: "a.PNG" }, { path: "a.png.jpg" }],
  },
  {
    name: "suffix with equals-ignore-case ignores case",
    pattern: { path: [{ suffix: { "equals-ignore-case": ".PNG" } }] },
    matching: [{ path: "a.png" }],
    other: [{ path: "a.jpg" }],
  },
  {
    name: "equals-ignore-case ignores case, even of letters beyond ASCII",
    pattern: { type: [{ "equals-ignore-case": "GRÜN" }] },
    matching: [{ type: "grün" }, { type: "Grün" }],
    other: [{ type: "grun" }],
  },
  {
    name: "exactly matches the same text",
    pattern: { type: [{ exactly: "a" }] },
    matching: [{ type: "a" }],
    other: [{ type: "ab" }],
  },
  {
    name: "a wildcard matches any text in place of each star",
    pattern: { path: [{ wildcard: "renders/*/*.png" }] },
    matching: [{ path: "renders/2026/a.png" }, { path: "renders//.png" }],
    other: [{ path: "renders/a.png" }, { path: "renders/2026/a_png" }, { path: "x/renders/2026/a.png" }],
  },
  {
    name: "a wildcard matches an escaped star and an escaped backslash literally",
    pattern: { path: [{ wildcard: "a\\*\\\\*" }] },
    matching: [{ path: "a*\\" }, { path: "a*\\b" }],
    other: [{ path: "ab\\" }, { path: "a*b" }],
  },
  {
    name: "numeric matches numbers that are equal",
    pattern: { attempts: [{ numeric: ["=", 2] }] },
    matching: [{ attempts: 2 }],
    other: [{ attempts: "2" }, { attempts: 2.5 }],
  },
  {
    name: "numeric matches numbers between two bounds",
    pattern: { attempts: [{ numeric: [">", 1, "<=", 3] }] },
    matching: [{ attempts: 1.5 }, { attempts: 3 }],
    other: [{ attempts: 1 }, { attempts: 3.5 }, { attempts: "2" }, { attempts: null }],
  },
  {
    name: "cidr matches addresses of the block",
    pattern: { ip: [{ cidr: "10.0.0.5/8" }] },
    matching: [{ ip: "10.1.2.3" }],
    other: [{ ip: "11.0.0.1" }, { ip: "not an address" }, { ip: 10 }],
  },
  {
    name: "cidr matches IPv6 addresses of the block",
    pattern: { ip: [{ cidr: "2001:db8::/32" }] },
    matching: [{ ip: "2001:db8::1" }, { ip: "2001:0DB8:0:0:0:0:0:1" }],
    other: [{ ip: "2001:db9::1" }],
  },
];

const OR: readonly PatternCase[] = [
  {
    name: "$or matches if one alternative matches",
    pattern: { $or: [{ source: ["a"] }, { detail: { status: ["done"] } }] },
    matching: [{ source: "a" }, { detail: { status: "done" } }],
    other: [{ source: "b" }, {}],
  },
  {
    name: "$or and the fields beside it must both match",
    pattern: { detail: { kind: ["x"], $or: [{ size: [1] }, { width: [2], height: [3] }] } },
    matching: [{ detail: { kind: "x", size: 1 } }, { detail: { kind: "x", width: 2, height: 3 } }],
    other: [{ detail: { kind: "y", size: 1 } }, { detail: { kind: "x", width: 2 } }],
  },
  {
    name: "of a field beside $or and the same field inside, the later one counts",
    pattern: { a: ["x"], $or: [{ a: ["y"] }, { b: ["z"] }] },
    matching: [{ a: "x", b: "z" }, { a: "y" }],
    other: [{ a: "x" }],
  },
];

export const PATTERN_CASES = [...VALUES, ...ARRAYS, ...EXISTS, ...ANYTHING_BUT, ...COMPARISONS, ...OR];
