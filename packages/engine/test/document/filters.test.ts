import { describe, expect, test } from "@jest/globals";
import { fillText } from "../../src/document/text-template/fill-text.js";
import { applyFilters } from "../../src/document/text-template/filters.js";
import { ExpansionWork } from "../../src/document/scope/expansion-work.js";
import type { Value } from "../../src/document/attributes/values.js";
import { issuesOf, scopeIn } from "./text-support.js";

/** `Intl` writes no-break spaces. Replaces them so that expectations are readable. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("filters", () => {
  test.each([
    ["{{price | number}}", "en", "1,234.5"],
    ["{{price | number: 2}}", "de-DE", "1.234,50"],
    ["{{price | number: 0, 1}}", "fr-FR", "1 234,5"],
    ['{{price | currency: "EUR"}}', "de-DE", "1.234,50 €"],
    ["{{price | currency: JPY, 0}}", "en-US", "¥1,235"],
    ["{{share | percent}}", "en", "26%"],
    ["{{share | percent: 1}}", "de-DE", "25,6 %"],
    ["{{day | date: long}}", "de-DE", "9. März 2026"],
    ["{{day | date}}", "en-US", "Mar 9, 2026"],
    ["{{day | date: month=long, year=numeric}}", "en-US", "March 2026"],
    ["{{moment | date: short, short}}", "en-GB", "09/03/2026, 23:30"],
    ["{{epoch | date: medium}}", "en-GB", "25 Feb 2026"],
    ["{{name | upper}}", "en", "ADA LOVELACE"],
    ["{{name | capitalize}}", "en", "Ada lovelace"],
    ['{{empty | default: "nobody" | capitalize}}', "en", "Nobody"],
    ["{{name | truncate: 3}}", "en", "ada…"],
    ['{{name | truncate: 5, "..."}}', "en", "ada l..."],
    ["{{name | truncate: 50}}", "en", "ada lovelace"],
    ["{{items | join: name}}", "en", "Tea, Milk"],
    ['{{items | join: name, " & " | upper}}', "en", "TEA & MILK"],
    ["{{text | number}}", "en", "not a number"],
    ["{{text | date: long}}", "en", "not a number"],
    ["{{ok}}", "en", "true"],
  ])("the text %s in language %s becomes %j", (text, locale, expected) => {
    expect(plain(fillText(text, scopeIn(locale)))).toBe(expected);
  });

  test("the filter upper follows the rules of the language", () => {
    const scope = { ...scopeIn("tr"), variables: new Map([["a", "istanbul"]]) };
    expect(fillText("{{a | upper}}", scope)).toBe("İSTANBUL");
  });

  test("the filter date shows a time in the document's time zone and a date without time unchanged", () => {
    expect(fillText("{{moment | date: short}}", scopeIn("en-GB", "Asia/Tokyo"))).toBe("10/03/2026");
    expect(fillText("{{day | date: short}}", scopeIn("en-GB", "America/Los_Angeles"))).toBe("09/03/2026");
  });

  test.each<[string, Value, string]>([
    ["a second of 1970 is a number of seconds", 99_999_999_999, "16/11/5138, 09:46:39"],
    ["a number from 10 to the power of 11 is in milliseconds", 100_000_000_000, "03/03/1973, 09:46:40"],
    ["a negative number is before 1970", -1, "31/12/1969, 23:59:59"],
    ["a text of digits is a number, too", " 86400 ", "02/01/1970, 00:00:00"],
    ["the last moment of a calendar has a date", 8.64e15, "13/09/275760, 00:00:00"],
    ["a later number has no date", 8.64e15 + 1024, "8640000000001024"],
    ["an empty text has no date", "", ""],
    ["a truth value has no date", true, "true"],
  ])("%s", (_, value, expected) => {
    const scope = { ...scopeIn("en-GB"), variables: new Map([["a", value]]) };
    expect(fillText("{{a | date: short, medium}}", scope)).toBe(expected);
  });

  test("a blank text and an infinite number are not formatted", () => {
    const scope = {
      ...scopeIn("en"),
      variables: new Map<string, Value>([
        ["a", " "],
        ["b", "1e400"],
        ["c", "1e3"],
      ]),
    };
    expect(fillText("{{a | number}}{{b | number}} {{c | number}}", scope)).toBe(" 1e400 1,000");
  });

  test("the filter truncate counts graphemes", () => {
    const scope = { ...scopeIn("en"), variables: new Map([["a", "👩‍👩‍👧é!"]]) };
    expect(fillText("{{a | truncate: 1}}", scope)).toBe("👩‍👩‍👧…");
  });

  test("a placeholder has at most 8 filters", () => {
    expect(issuesOf(`{{name ${"| upper ".repeat(8)}}}`)).toEqual([]);
    expect(issuesOf(`{{name ${"| upper ".repeat(9)}}}`)).toEqual([expect.stringContaining("at most 8 filters")]);
  });

  test("an unknown filter leaves the value unchanged", () => {
    expect(fillText("{{name | uper | capitalize}}", scopeIn("en"))).toBe("Ada lovelace");
  });

  test("filters that run after the work is spent leave the value unchanged", () => {
    const call = (name: string) => ({ name, positional: [], named: new Map<string, string>(), at: 0 });
    const calls = [call("upper"), call("lower")];
    expect(applyFilters("Ada", calls, { ...scopeIn("en"), work: new ExpansionWork(1000) })).toBe("ada");
    expect(applyFilters("Ada", calls, { ...scopeIn("en"), work: new ExpansionWork(1) })).toBe("ADA");
  });
});

describe("the arguments of filters", () => {
  test.each([
    ["{{price | number: 21}}", "Use it as number"],
    ["{{price | number: -1}}", "Use it as number"],
    ["{{price | number: 1.5}}", "Use it as number"],
    ["{{price | number: 0, 1, 2}}", "Use it as number"],
    ["{{price | number: digits=2}}", "Use it as number"],
    ["{{price | percent: 21}}", "Use it as percent"],
    ['{{price | currency: "EUR", 21}}', "Use it as currency"],
    ['{{price | currency: "EUR", 2, 1}}', "Use it as currency"],
    ["{{name | upper: 1}}", "Use it as upper"],
    ["{{name | default}}", "Use it as default"],
    ["{{name | default: a, b}}", "Use it as default"],
    ["{{name | default: a, b=c}}", "Use it as default"],
    ["{{name | truncate}}", "Use it as truncate"],
    ["{{name | truncate: 0}}", "Use it as truncate"],
    ["{{name | truncate: 10001}}", "Use it as truncate"],
    ["{{name | truncate: 5, 6}}", "Use it as truncate"],
    ["{{name | truncate: 5, a, b}}", "Use it as truncate"],
    ["{{name | truncate: 5, a, b=c}}", "Use it as truncate"],
    ["{{items | join}}", "Use it as join"],
    ["{{items | join: name, 3}}", "Use it as join"],
    ['{{items | join: name, ", ", x}}', "Use it as join"],
    ['{{items | join: name, ", ", x=y}}', "Use it as join"],
    ["{{name | date: none}}", "Use it as date"],
    ["{{name | date: long, short, short}}", "Use it as date"],
    ["{{name | date: long, year=numeric}}", "Use it as date"],
  ])("the filter in %s has an issue that says how to use it", (text, message) => {
    expect(issuesOf(text)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    "{{price | number: 0}}",
    "{{price | number: 20}}",
    "{{price | number: 2, 2}}",
    '{{price | currency: "eur", 0, 20}}',
    "{{name | truncate: 1}}",
    "{{name | truncate: 10000, '-'}}",
    "{{items | join: name, '; '}}",
    "{{name | date: none, short}}",
    "{{name | date: hour=numeric, minute=numeric, timeZoneName=short}}",
  ])("the filter in %s has no issue", (text) => {
    expect(issuesOf(text)).toEqual([]);
  });
});
