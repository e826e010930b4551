import { describe, expect, test } from "@jest/globals";
import { autoColorCandidates } from "../../src/document/attributes/auto-color.js";
import { parseColor } from "../../src/document/attributes/color.js";
import { hasRoundedCorner, cornerRadii } from "../../src/document/attributes/corner-radii.js";
import { isDate, readIso } from "../../src/document/attributes/date.js";
import {
  documentFontSchema,
  familiesOf,
  unknownFamily,
  weightsOf,
} from "../../src/document/attributes/document-fonts.js";
import { chosenFamily, familyNames, resolveFamily } from "../../src/document/attributes/font-family.js";
import { parseFontFeatures } from "../../src/document/attributes/font-features.js";
import { imageUrlIssue } from "../../src/document/attributes/image-url.js";

describe("automatic colors", () => {
  test.each([
    ["auto", ["#ffffff", "#000000"]],
    [" AUTO ", ["#ffffff", "#000000"]],
    ["auto(#fff, #0f172a)", ["#fff", "#0f172a"]],
    ["Auto ( red,navy )", ["red", "navy"]],
    ["auto(rgb(1, 2, 3), hsl(4, 5%, 6%))", ["rgb(1, 2, 3)", "hsl(4, 5%, 6%)"]],
    ["auto(#fff, rgba(1, 2, 3, 0.5))", ["#fff", "rgba(1, 2, 3, 0.5)"]],
    ["auto(#fff)", undefined],
    ["auto(#fff, )", undefined],
    ["auto(, #fff)", undefined],
    ["auto(#fff, none)", undefined],
    ["auto(none, #fff)", undefined],
    ["auto(#fff, #000, #111)", undefined],
    ["auto()", undefined],
    ["automatic", undefined],
    ["#fff", undefined],
  ])("the text %j names the colors %j", (text, expected) => {
    expect(autoColorCandidates(text)).toEqual(expected);
  });
});

describe("colors (CSS Color 4)", () => {
  test.each<[string, readonly [number, number, number, number]]>([
    ["hsl(210, 50%, 40%)", [51, 102, 153, 1]],
    ["hsl(30 100% 50%)", [255, 128, 0, 1]],
    ["hsl(390deg 100% 50%)", [255, 128, 0, 1]],
    ["hsl(120, 100%, 50%)", [0, 255, 0, 1]],
    ["hsl(240, 100%, 50%)", [0, 0, 255, 1]],
    ["hsl(300, 100%, 75%)", [255, 128, 255, 1]],
    ["hsl(180, 100%, 25%)", [0, 128, 128, 1]],
    ["hsl(0, 0%, 50%)", [128, 128, 128, 1]],
    ["hsl(90, 150%, 50%)", [128, 255, 0, 1]],
    ["hsl(90, 50%, 130%)", [255, 255, 255, 1]],
    ["hsl(90, -50%, 40%)", [102, 102, 102, 1]],
    ["hsla(0 100% 50% / 12.346%)", [255, 0, 0, 0.1235]],
    ["rgb(127.4, 127.5, 255.4)", [127, 128, 255, 1]],
    ["rgba(1, 2, 3, 0.12346)", [1, 2, 3, 0.1235]],
    ["rgb(1 2 3 / 2)", [1, 2, 3, 1]],
    ["rgb(1 2 3 / -1)", [1, 2, 3, 0]],
    ["rgb(0.4% 100% 120%)", [1, 255, 255, 1]],
    ["#abcd", [170, 187, 204, 0.8667]],
    ["#01020304", [1, 2, 3, 0.0157]],
    ["#FEDCBA", [254, 220, 186, 1]],
  ])("the color %s has the channels that CSS defines", (text, [red, green, blue, alpha]) => {
    expect(parseColor(text)).toEqual({ red, green, blue, alpha });
  });

  test.each([
    "rgb(1deg, 2, 3)",
    "rgb(1, 2deg, 3)",
    "rgb(1, 2, 3deg)",
    "rgb(x, 2, 3)",
    "rgb(1, x, 3)",
    "rgb(1, 2, x)",
    "rgb(1, 2, 3, x)",
    "rgb(1, 2, 3, 4deg)",
    "hsl(40%, 50%, 50%)",
    "hsl(40, 50, 50%)",
    "hsl(40, 50%, 50)",
    "hsl(40, 50deg, 50%)",
    "hsl(40, 50%, 50deg)",
    "#1234567",
    "#123456789",
    "transparentt",
  ])("the text %j is not a color", (text) => {
    expect(parseColor(text)).toBeUndefined();
  });
});

describe("rounded corners", () => {
  test("each corner without a radius of its own has the common radius", () => {
    const corners = { border_radius: 5, border_top_left_radius: 1, border_bottom_right_radius: 0 };
    expect(cornerRadii(corners)).toEqual([1, 5, 0, 5]);
    expect(cornerRadii({ border_radius: 0, border_top_right_radius: 2, border_bottom_left_radius: 3 })).toEqual([
      0, 2, 0, 3,
    ]);
  });

  test("one radius is enough for rounded corners", () => {
    expect(hasRoundedCorner({ border_radius: 0 })).toBe(false);
    expect(hasRoundedCorner({ border_radius: 0.5 })).toBe(true);
    expect(hasRoundedCorner({ border_radius: 0, border_bottom_left_radius: 1 })).toBe(true);
    expect(
      hasRoundedCorner({
        border_radius: 9,
        border_top_left_radius: 0,
        border_top_right_radius: 0,
        border_bottom_right_radius: 0,
        border_bottom_left_radius: 0,
      }),
    ).toBe(false);
  });
});

describe("dates (ISO 8601)", () => {
  const DAY_MS = 86_400_000;

  test.each([
    ["1970-01-02", DAY_MS, true],
    ["1970-01-02T00:00", DAY_MS, false],
    ["1970-01-02 00:00:01", DAY_MS + 1000, false],
    ["1970-01-02T00:00:00.5Z", DAY_MS + 500, false],
    ["1970-01-02T01:00+01:00", DAY_MS, false],
    ["1970-01-01T23:30-0030", DAY_MS, false],
  ])("the time of %s is in UTC unless it has an offset", (text, time, isDay) => {
    expect(readIso(text)).toEqual({ time, isDay });
    expect(isDate(text)).toBe(true);
  });

  test.each(["", "1970", "1970-01", "1970-1-2", "1970-01-02T", "1970-01-02Z", " 1970-01-02", "1970-01-02T1:00"])(
    "the text %j is no date",
    (text) => {
      expect(readIso(text)).toBeUndefined();
      expect(isDate(text)).toBe(false);
    },
  );

  test.each(["1970-02-29", "1970-04-31T10:00Z", "1970-13-01", "1970-00-10", "1970-01-32", "1970-01-01T25:00Z"])(
    "the calendar has no %s",
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );
});

describe("font families", () => {
  const src = "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file";
  const isAccepted = (weight: unknown) => documentFontSchema.safeParse({ family: "Brand", src, weight }).success;

  test.each([
    [1, true],
    [1000, true],
    [0, false],
    [1001, false],
    [400.5, false],
    ["1 1000", true],
    ["400 400", true],
    ["0 400", false],
    ["1 1001", false],
    ["500 400", false],
    ["400", false],
    ["100  900", false],
  ])("a font can have the weight %j: %p", (weight, expected) => {
    expect(isAccepted(weight)).toBe(expected);
  });

  test("a variable font has a lightest and a heaviest weight, and others have one", () => {
    expect(weightsOf({ weight: "100 900" })).toEqual({ min: 100, max: 900 });
    expect(weightsOf({ weight: 700 })).toEqual({ min: 700, max: 700 });
    expect(weightsOf({ weight: "heavy" })).toEqual({ min: 400, max: 400 });
  });

  test("the families of a document come before the built-in ones, each once", () => {
    const families = familiesOf({ fonts: [{ family: "Brand" }, { family: "Inter" }, { family: "Brand" }] });
    expect(families.slice(0, 2)).toEqual(["Brand", "Inter"]);
    expect(new Set(families).size).toBe(families.length);
    expect(families).toContain("Roboto");
  });

  test("the message about an unknown family has a hint, unless there are too many", () => {
    expect(unknownFamily("Intr", ["Inter"])).toBe(
      'There is no font family "Intr" here. Known: Inter. Did you mean "Inter"?',
    );
    expect(unknownFamily("Intr", ["Inter"], false)).toBe('There is no font family "Intr" here. Known: Inter.');
  });

  test("the names in a list have no quotes and single spaces", () => {
    expect(familyNames(` "Open  Sans" , 'A "B"',, Inter , "x' `)).toEqual(["Open Sans", 'A "B"', "Inter", "\"x'"]);
  });

  test.each([
    ["sans-serif", "Inter"],
    ["System-UI", "Inter"],
    ["serif", "Playfair Display"],
    ["monospace", "JetBrains Mono"],
    ["cursive", "Great Vibes"],
    ["Brand", "Brand"],
  ])("the family %s stands for %s", (name, expected) => {
    expect(resolveFamily(name)).toBe(expected);
  });

  test("the first family that exists is chosen", () => {
    const isOwn = (family: string) => family === "Brand";
    expect(chosenFamily(["Other", "Brand", "Roboto"], isOwn)).toBe("Brand");
    expect(chosenFamily(["Other", "Roboto", "Brand"], isOwn)).toBe("Roboto");
    expect(chosenFamily(["Other", "Another"], isOwn)).toBe("Other");
    expect(chosenFamily([], isOwn)).toBe("Inter");
  });

  test("a feature without a number is on, and one after a hyphen is off", () => {
    expect(parseFontFeatures("ss01 -kern salt=3 zero=1")).toEqual([
      { tag: "ss01", value: 1 },
      { tag: "kern", value: 0 },
      { tag: "salt", value: 3 },
      { tag: "zero", value: 1 },
    ]);
  });
});

describe("the addresses of images", () => {
  const address = (length: number) => `https://example.com/${"a".repeat(length - 20)}`;

  test("an address has at most 2,048 characters", () => {
    expect(imageUrlIssue(address(2048))).toBeUndefined();
    expect(imageUrlIssue(address(2049))).toBe("It must have at most 2048 characters.");
  });

  test.each(["http://localhost/a.png", "http://[::1]:8080/a.png", "http://127.0.0.1/a.png", "HTTPS://example.com"])(
    "the address %s is possible",
    (url) => {
      expect(imageUrlIssue(url)).toBeUndefined();
    },
  );

  test.each(["http://localhost.example.com/a.png", "http://127.0.0.2/a.png", "ftp://localhost/a.png", "https://"])(
    "the address %s is refused",
    (url) => {
      expect(imageUrlIssue(url)).toContain("It must be an https:// address");
    },
  );
});
