import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Command, useCommands } from "../../src/shell/commands.js";
import { startKeys } from "../../src/shell/keys.js";
import { isPaletteOpen } from "../../src/shell/open-palette.js";
import { areShortcutsOpen } from "../../src/shell/open-shortcuts.js";
import { pass, stopClock } from "../support/clock.js";
import { leaveAll, leave, show } from "../support/shown-hooks.js";
import { openDocument, type TestDocument, TestElement } from "../support/small-dom.js";
import { Listeners, standIn } from "../support/stand-ins.js";

let window: Listeners;
let document: TestDocument;
const closing: (() => void)[] = [];

beforeEach(() => {
  stopClock();
  window = new Listeners();
  const opened = openDocument();
  document = opened.document;
  closing.push(opened.closeDocument, standIn({ addEventListener: window.addEventListener }));
  isPaletteOpen.value = false;
  areShortcutsOpen.value = false;
  startKeys();
});
afterEach(async () => {
  await leaveAll();
  for (const close of closing.splice(0)) close();
  jest.useRealTimers();
});

/** Presses a key. Returns whether the studio has used it. */
function press(key: string, how: object = {}, target: TestElement = document.body): boolean {
  let isUsed = false;
  const plain = { ctrlKey: false, metaKey: false, altKey: false, composedPath: () => [target] };
  window.fire("keydown", { key, ...plain, preventDefault: () => (isUsed = true), ...how });
  return isUsed;
}

describe("the keys of every page", () => {
  test.each([
    ["k", { ctrlKey: true }],
    ["K", { metaKey: true }],
  ])("%s with %o opens the palette, and closes it again", (key, how) => {
    expect(press(key, how)).toBe(true);
    expect(isPaletteOpen.value).toBe(true);
    expect(press(key, how)).toBe(true);
    expect(isPaletteOpen.value).toBe(false);
  });

  test("the palette also opens from a field", () => {
    expect(press("k", { ctrlKey: true }, new TestElement("input"))).toBe(true);
  });

  test("a question mark shows the list of shortcuts", () => {
    expect(press("?")).toBe(true);
    expect(areShortcutsOpen.value).toBe(true);
  });

  test("other keys are left to the browser", () => {
    expect([press("k"), press("p", { ctrlKey: true }), press("Enter")]).toEqual([false, false, false]);
    expect([isPaletteOpen.value, areShortcutsOpen.value]).toEqual([false, false]);
  });
});

describe("the keys of the current page", () => {
  /** Shows a component with a command of the key `n`, and counts how often it runs. */
  async function pageWithCommand() {
    const runs: string[] = [];
    let name = "first";
    const hook = await show(() =>
      useCommands((): readonly Command[] => {
        const label = name;
        return [{ label: "New template", key: "n", run: () => runs.push(label) }];
      }, [name]),
    );
    const rename = async (to: string) => {
      name = to;
      hook.again();
      await pass(100);
    };
    return { runs, hook, rename };
  }

  test("run their commands until the component is gone", async () => {
    const { runs, hook } = await pageWithCommand();
    expect([press("n"), press("m")]).toEqual([true, false]);
    expect(runs).toEqual(["first"]);
    await leave(hook);
    expect(press("n")).toBe(false);
    expect(runs).toEqual(["first"]);
  });

  test("run the commands of the last state of the component, and of no earlier one", async () => {
    const { runs, rename } = await pageWithCommand();
    await rename("second");
    press("n");
    expect(runs).toEqual(["second"]);
  });

  test("of several components work together, and stay when one of them is gone", async () => {
    const { runs } = await pageWithCommand();
    const other = await show(() => useCommands(() => [{ label: "Refresh", key: "r", run: () => runs.push("r") }], []));
    press("r");
    await leave(other);
    press("r");
    press("n");
    expect(runs).toEqual(["r", "first"]);
  });

  test.each([["ctrlKey"], ["metaKey"], ["altKey"]])("do not run with %s", async (modifier) => {
    const { runs } = await pageWithCommand();
    expect(press("n", { [modifier]: true })).toBe(false);
    expect(runs).toEqual([]);
  });

  test.each([
    ["a field", new TestElement("input")],
    ["a text of several lines", new TestElement("textarea")],
    ["a list to choose from", new TestElement("select")],
    [
      "a part of a text on the canvas",
      new TestElement("div", { contenteditable: "" }, [new TestElement("b")]).children[0],
    ],
  ])("do not run while a person types in %s", async (_what, target) => {
    const { runs } = await pageWithCommand();
    expect([press("n", {}, target), press("?", {}, target)]).toEqual([false, false]);
    expect(runs).toEqual([]);
  });

  test("do not run behind an open dialog", async () => {
    const { runs } = await pageWithCommand();
    const dialog = new TestElement("dialog", { open: "" });
    document.body.append(dialog);
    expect(press("n")).toBe(false);
    dialog.remove();
    expect(press("n")).toBe(true);
    expect(runs).toEqual(["first"]);
  });

  test("run from a key that no element has received", async () => {
    const { runs } = await pageWithCommand();
    expect(press("n", { composedPath: () => [window] })).toBe(true);
    expect(runs).toEqual(["first"]);
  });
});
