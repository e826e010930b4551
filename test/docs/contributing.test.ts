import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const [table = ""] = page.split("## Where does it go?")[1]?.split("\n## ") ?? [];
/** Paths of files and folders, without patterns such as `<type>.ts`. */
const paths = [...table.matchAll(/`([\w./-]+)`/g)].map(([, path = ""]) => path).filter((path) => path.includes("/"));

test("CONTRIBUTING.md says where each kind of change goes", () => {
  const kinds = [...table.matchAll(/^\| ((?:an? |the )[^|]+) \|/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual([
    "a layer type",
    "an override attribute",
    "an output format",
    "the price of a format",
    "a library in place of an encoder",
    "a plan limit",
    "a rate limit",
    "a quota of a day",
    "a check of render requests",
    "an error code",
    "an event",
    "a list route",
    "a streaming route",
    "a queue-fed function",
    "a scheduled function",
    "a rule of the event bus",
    "a dashboard",
    "a lifecycle rule",
    "a web page behind the same distribution",
    "a page of the documentation",
    "a package that uses the API",
    "a page of the studio",
    "a component of the studio",
    "a tool for assistants",
    "a setting",
  ]);
});

test.each([...new Set(paths)])("CONTRIBUTING.md names %s, which exists", (path) => {
  expect(existsSync(path)).toBe(true);
});

/** Names with the file that has them: "`NAME` in `file`", "`NAME` of `file`" and "`NAME` (`file`)". */
const named = [...table.matchAll(/`(\w+)` (?:in |of |\()`([\w./-]+\.\w+)`/g)].map(
  ([, name = "", path = ""]) => [name, path] as const,
);

test("CONTRIBUTING.md names parts of files", () => {
  expect(named).toContainEqual(["ownBuilds", "lib/site-files.ts"]);
  expect(named).toContainEqual(["publishPending", "core/events/publish-pending.ts"]);
});

test.each(named)("CONTRIBUTING.md names %s, which is in %s", (name, path) => {
  expect(readFileSync(path, "utf8")).toMatch(new RegExp(`\\b${name}\\b`));
});
