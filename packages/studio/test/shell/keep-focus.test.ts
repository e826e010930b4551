import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { pass, stopClock } from "../support/clock.js";
import { openDocument, type TestDocument, TestElement } from "../support/small-dom.js";

let document: TestDocument;
let closeDocument: () => void;
let main: TestElement;
let title: TestElement;

const button = (attributes: Record<string, string> = {}) => new TestElement("button", attributes);
/** A card with a button. */
const card = (inner = button()) => new TestElement("li", {}, [inner]);

beforeEach(async () => {
  jest.resetModules();
  stopClock();
  ({ document, closeDocument } = openDocument());
  title = new TestElement("h1");
  main = new TestElement("main", {}, [title]);
  document.body.append(main);
  const { keepFocus } = await import("../../src/shell/keep-focus.js");
  keepFocus();
});
afterEach(() => {
  closeDocument();
  jest.useRealTimers();
});

/** Puts a list of cards on the page, and gives the focus to the button of one of them. */
function listWithFocus(count: number, focused: number) {
  const buttons = Array.from({ length: count }, () => button());
  const cards = buttons.map((one) => card(one));
  const list = new TestElement("ul", {}, cards);
  main.append(list);
  buttons[focused]?.focus();
  return { list, cards, buttons };
}

describe("when a card with the focus is deleted, the focus goes to", () => {
  test("the card that is now at its place", () => {
    const { cards, buttons } = listWithFocus(3, 1);
    document.change(() => cards[1]?.remove());
    expect(document.activeElement).toBe(buttons[2]);
  });

  test("the card before it, if it was the last one", () => {
    const { cards, buttons } = listWithFocus(3, 2);
    document.change(() => cards[2]?.remove());
    expect(document.activeElement).toBe(buttons[1]);
  });

  test("the card before it, if the next one is hidden or has nothing to focus", () => {
    const { cards, buttons } = listWithFocus(3, 1);
    document.change(() => {
      cards[1]?.remove();
      if (cards[2]) cards[2].isHidden = true;
    });
    expect(document.activeElement).toBe(buttons[0]);
  });

  test("a neighbor that can have the focus itself", () => {
    const { list, cards } = listWithFocus(1, 0);
    const link = new TestElement("a", { href: "/studio" });
    list.append(link);
    document.change(() => cards[0]?.remove());
    expect(document.activeElement).toBe(link);
  });

  test("what is beside its list, if the list is empty now", () => {
    const before = button();
    main.append(before);
    const { list } = listWithFocus(1, 0);
    document.change(() => list.remove());
    expect(document.activeElement).toBe(title);

    const other = new TestElement("section", {}, [button(), new TestElement("div")]);
    main.append(other);
    const inner = button();
    other.children[1]?.append(inner);
    inner.focus();
    document.change(() => inner.remove());
    expect(document.activeElement).toBe(other.children[0]);
  });

  test("the title of the page, if nothing is near it, and the page is not scrolled", () => {
    const { cards } = listWithFocus(1, 0);
    document.change(() => cards[0]?.remove());
    expect(document.activeElement).toBe(title);
    expect(title.tabIndex).toBe(-1);
    expect(title.focusOptions).toEqual({ preventScroll: true });
  });
});

describe("the focus", () => {
  test("goes to the element before a button that has done its work and is disabled now", () => {
    const first = button();
    const second = button();
    main.append(new TestElement("form", {}, [first, second]));
    second.focus();
    document.disable(second);
    expect(document.activeElement).toBe(first);
  });

  test("stays where it is when other things of the page change", () => {
    const { cards, buttons } = listWithFocus(3, 1);
    document.change(() => cards[0]?.remove());
    expect(document.activeElement).toBe(buttons[1]);
  });

  test("stays on another element that has taken it", () => {
    const { cards, buttons } = listWithFocus(3, 1);
    const field = new TestElement("input");
    document.body.append(field);
    field.focus();
    document.change(() => cards[1]?.remove());
    expect(document.activeElement).toBe(field);
    expect(buttons[2]?.focusOptions).toBeUndefined();
  });

  test("is not moved before any element had it", () => {
    document.change(() => main.append(button()));
    expect(document.activeElement).toBe(document.body);
  });

  test("goes to the title when a part outside of the content disappears", () => {
    const bar = new TestElement("nav", {}, [button(), button()]);
    document.body.append(bar);
    bar.children[0]?.focus();
    document.change(() => bar.children[0]?.remove());
    expect(document.activeElement).toBe(title);
  });

  test("is not brought back after a click on an empty place", async () => {
    const { cards } = listWithFocus(3, 1);
    document.setFocus(undefined);
    await pass(1);
    document.change(() => cards[1]?.remove());
    expect(document.activeElement).toBe(document.body);
  });

  test("is brought back when its element disappears after it was on another one for a moment", async () => {
    const { cards, buttons } = listWithFocus(3, 1);
    buttons[2]?.focus();
    await pass(1);
    document.change(() => cards[2]?.remove());
    expect(document.activeElement).toBe(buttons[1]);
  });

  test("is brought back when the element that lost it was already gone", async () => {
    const { cards, buttons } = listWithFocus(3, 1);
    cards[1]?.remove();
    document.setFocus(undefined);
    await pass(1);
    document.change(() => undefined);
    expect(document.activeElement).toBe(buttons[2]);
  });
});

describe("when a dialog closes", () => {
  /** Opens a dialog from a button of a card, and moves the focus through its fields. */
  function openDialog(fields: number) {
    const opener = listWithFocus(1, 0).buttons[0];
    const inputs = Array.from({ length: fields }, () => new TestElement("input"));
    const dialog = new TestElement("dialog", {}, inputs);
    document.body.append(dialog);
    for (const input of inputs) input.focus();
    return { opener, dialog };
  }

  test("the element that opened it has the focus again", () => {
    const { opener, dialog } = openDialog(2);
    document.change(() => dialog.remove());
    expect(document.activeElement).toBe(opener);
  });

  test("the element that opened it is found although something is at its place now", () => {
    const { opener, dialog } = openDialog(1);
    opener?.parentElement?.prepend(button());
    document.change(() => dialog.remove());
    expect(document.activeElement).toBe(opener);
  });

  test("the element is found again after 29 others, and the title has the focus after more", () => {
    const { opener, dialog } = openDialog(29);
    document.change(() => dialog.remove());
    expect(document.activeElement).toBe(opener);
    document.change(() => opener?.remove());
    document.setFocus(undefined);
    const { dialog: long } = openDialog(30);
    document.change(() => long.remove());
    expect(document.activeElement).toBe(title);
  });

  test.each([
    ["a menu", { role: "menu" }],
    ["a message", { class: "toasts" }],
  ])("the same holds for %s", (_what, attributes) => {
    const opener = listWithFocus(1, 0).buttons[0];
    const passing = new TestElement("div", attributes, [button()]);
    main.append(passing);
    passing.children[0]?.focus();
    document.change(() => passing.remove());
    expect(document.activeElement).toBe(opener);
  });
});

describe("when a page is left", () => {
  test("the content has the focus while the next page is loading, then its title", () => {
    const { list } = listWithFocus(1, 0);
    document.change(() => {
      title.remove();
      list.remove();
    });
    expect(document.activeElement).toBe(main);
    const next = new TestElement("h1");
    document.change(() => main.append(next));
    expect(document.activeElement).toBe(next);
    expect(next.tabIndex).toBe(-1);
  });

  test("the content keeps the focus that a person gave it", () => {
    main.focus();
    document.change(() => main.append(button()));
    expect(document.activeElement).toBe(main);
  });

  test("an element that a person has focused meanwhile keeps the focus", () => {
    const { list } = listWithFocus(1, 0);
    document.change(() => {
      title.remove();
      list.remove();
    });
    const field = new TestElement("input");
    main.append(field);
    field.focus();
    document.change(() => main.append(new TestElement("h1")));
    expect(document.activeElement).toBe(field);
  });
});
