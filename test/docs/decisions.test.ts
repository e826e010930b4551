import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const FOLDER = "docs/decisions";
/** What the status of a later record says about an earlier one, and what the earlier one says in return. */
const LATER_TO_EARLIER = { Supersedes: "superseded by", Amends: "amended by", Extends: "extended by" };

const records = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .sort()
  .map((name) => {
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    const [, number = "", title = ""] = /^# (\d+)\. (.*)\n/.exec(text) ?? [];
    const [, status = ""] = /^# .*\n\nStatus: ([^]*?)\n\n/.exec(text) ?? [];
    return { name, number, title, status: status.replaceAll("\n", " "), lines: text.split("\n").length };
  });

/** Returns the numbers of the records that the status names after that word. */
function named(status: string, word: string): string[] {
  // A sentence ends before a capital letter. The names of files contain periods, too.
  const sentences = status.split(/\. (?=[A-Z])/).filter((sentence) => sentence.toLowerCase().startsWith(word));
  return sentences.flatMap((sentence) => [...sentence.matchAll(/\[(\d+)\]\(/g)].map(([, number = ""]) => number));
}

test("each decision record has the number of its file, a title and a status, and fits on a page", () => {
  expect(records.length).toBeGreaterThan(50);
  for (const { name, number, title, status, lines } of records) {
    expect(name.startsWith(number.padStart(4, "0"))).toBe(true);
    expect(title).not.toBe("");
    expect(status).toMatch(/^(accepted|superseded by)\b.*\.$/);
    expect({ name, fits: lines <= 65 }).toEqual({ name, fits: true });
  }
});

test("the index of decision records has the title and the status of each record, in order", () => {
  const rows = readFileSync(`${FOLDER}/README.md`, "utf8")
    .split("\n")
    .filter((line) => /^\| \[\d/.test(line));
  const expected = records.map(({ name, number, title, status }) => {
    const [, later] = /superseded by (\[\d+\]\([^)]*\))/i.exec(status) ?? [];
    const part = status.startsWith("accepted") ? "in part " : "";
    return `| [${number}](${name}) | ${title} | ${later ? `${part}superseded by ${later}` : "accepted"} |`;
  });
  expect(rows).toEqual(expected);
});

test.each(Object.entries(LATER_TO_EARLIER))(
  'if the status of a decision record says "%s" about another record, the status of that record says "%s"',
  (later, earlier) => {
    const stated = records.flatMap(({ number, status }) =>
      named(status, later.toLowerCase()).map((other) => `${number} ${later} ${other}`),
    );
    const returned = records.flatMap(({ number, status }) =>
      named(status, earlier).map((other) => `${other} ${later} ${number}`),
    );
    expect(stated.length).toBeGreaterThan(3);
    expect(returned.sort()).toEqual(stated.sort());
  },
);
