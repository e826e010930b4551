import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Listeners, standIn } from "../support/stand-ins.js";

const closing: (() => void)[] = [];
let browser: Listeners & { matches: boolean };
let dataset: Record<string, string>;

beforeEach(() => {
  jest.resetModules();
  browser = Object.assign(new Listeners(), { matches: false });
  dataset = {};
});
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Opens the studio in a browser that has stored something. */
async function openWith(localStorage: object) {
  const matchMedia = (query: string) => {
    expect(query).toBe("(prefers-color-scheme: dark)");
    return browser;
  };
  closing.push(standIn({ localStorage, matchMedia, document: { documentElement: { dataset } } }));
  const theme = await import("../../src/design/theme.js");
  theme.startTheme();
  return theme;
}

/** Returns the storage of a browser with this data. */
function storageWith(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  };
}

describe("the theme of the studio", () => {
  test("follows the browser until a person chooses", async () => {
    const { theme, isDark } = await openWith(storageWith());
    expect([theme.value, isDark.value, dataset["theme"]]).toEqual(["system", false, "light"]);
    browser.matches = true;
    browser.fire("change");
    expect([isDark.value, dataset["theme"]]).toEqual([true, "dark"]);
  });

  test("is what a person has chosen, whatever the browser prefers, and is kept", async () => {
    const storage = storageWith();
    const { chooseTheme, isDark } = await openWith(storage);
    chooseTheme("dark");
    expect([isDark.value, dataset["theme"], storage.kept["studio-theme"]]).toEqual([true, "dark", "dark"]);
    browser.matches = true;
    chooseTheme("light");
    expect([isDark.value, dataset["theme"], storage.kept["studio-theme"]]).toEqual([false, "light", "light"]);
  });

  test.each([
    ["dark", "dark", true],
    ["light", "light", false],
    ["purple", "system", true],
  ])("is %s if the browser has kept that, and then means %s", async (kept, expected, isNowDark) => {
    browser.matches = true;
    const { theme, isDark } = await openWith(storageWith({ "studio-theme": kept }));
    expect([theme.value, isDark.value]).toEqual([expected, isNowDark]);
  });

  test("works in a browser that stores nothing", async () => {
    const refuse = (): never => {
      throw new Error("denied");
    };
    const { theme, isDark, chooseTheme } = await openWith({ getItem: refuse, setItem: refuse });
    expect(theme.value).toBe("system");
    chooseTheme("dark");
    expect(isDark.value).toBe(true);
  });
});
