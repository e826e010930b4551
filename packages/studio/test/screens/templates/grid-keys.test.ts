import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { moveThroughGrid, placeAfterKey } from "../../../src/screens/templates/grid-keys.js";
import { openDocument, type TestDocument, TestElement } from "../../support/small-dom.js";
import { standIn } from "../../support/stand-ins.js";

describe("in a grid of seven cards with three columns", () => {
  test.each([
    ["ArrowRight", 0, 1],
    ["ArrowRight", 6, 6],
    ["ArrowLeft", 1, 0],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 0, 3],
    ["ArrowDown", 3, 6],
    ["ArrowDown", 6, 6],
    ["ArrowUp", 4, 1],
    ["ArrowUp", 3, 0],
    ["ArrowUp", 2, 2],
    ["Home", 4, 0],
    ["End", 1, 6],
  ])("%s leads from card %i to card %i", (key, from, to) => {
    expect(placeAfterKey(key, { place: from, count: 7, columns: 3 })).toBe(to);
  });

  test("ArrowDown leads to the last card when the row below is shorter", () => {
    expect(placeAfterKey("ArrowDown", { place: 5, count: 7, columns: 3 })).toBe(6);
    expect(placeAfterKey("ArrowDown", { place: 4, count: 6, columns: 3 })).toBe(4);
    expect(placeAfterKey("ArrowRight", { place: 5, count: 6, columns: 3 })).toBe(5);
  });

  test("other keys lead nowhere", () => {
    expect(placeAfterKey("Enter", { place: 0, count: 7, columns: 3 })).toBeUndefined();
  });
});

describe("the arrow keys of a gallery", () => {
  let document: TestDocument;
  let direction: string;
  const closing: (() => void)[] = [];

  beforeEach(() => {
    direction = "ltr";
    const opened = openDocument();
    document = opened.document;
    closing.push(opened.closeDocument, standIn({ getComputedStyle: () => ({ direction }) }));
  });
  afterEach(() => closing.splice(0).forEach((close) => close()));

  /** A gallery of cards. Each number is the top of a card in pixels. */
  function galleryOf(...tops: number[]) {
    const links = tops.map((top) =>
      Object.assign(new TestElement("a", { "data-card-link": "" }), { getBoundingClientRect: () => ({ top }) }),
    );
    const menu = new TestElement("button");
    const grid = new TestElement("ul", {}, [...links.map((link) => new TestElement("li", {}, [link])), menu]);
    document.body.append(grid);
    links[0]?.focus();
    return { grid, links, menu };
  }

  /** Presses a key in a gallery. Returns whether the gallery has used it. */
  function press(key: string, grid: unknown, how: object = {}): boolean {
    let isUsed = false;
    const plain = {
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      target: document.activeElement,
      currentTarget: grid,
    };
    const event = { key, ...plain, preventDefault: () => (isUsed = true), ...how };
    moveThroughGrid(event as unknown as KeyboardEvent);
    return isUsed;
  }

  test("know the columns by the places of the cards, although these are not whole pixels", () => {
    const { grid, links } = galleryOf(100.2, 99.8, 100, 300, 300);
    expect(press("ArrowDown", grid)).toBe(true);
    expect(document.activeElement).toBe(links[3]);
    press("ArrowRight", grid);
    expect(document.activeElement).toBe(links[4]);
  });

  test("are mirrored where people write from right to left", () => {
    direction = "rtl";
    const { grid, links } = galleryOf(100, 100, 300, 300);
    press("ArrowLeft", grid);
    expect(document.activeElement).toBe(links[1]);
    press("ArrowRight", grid);
    expect(document.activeElement).toBe(links[0]);
    press("ArrowDown", grid);
    expect(document.activeElement).toBe(links[2]);
  });

  test.each([["ctrlKey"], ["metaKey"], ["altKey"]])("do nothing with %s", (modifier) => {
    const { grid, links } = galleryOf(100, 100);
    expect(press("ArrowRight", grid, { [modifier]: true })).toBe(false);
    expect(document.activeElement).toBe(links[0]);
  });

  test("do nothing outside of the links, or with keys that they do not know", () => {
    const { grid, links, menu } = galleryOf(100, 100);
    expect(press("Enter", grid)).toBe(false);
    menu.focus();
    expect(press("ArrowRight", grid)).toBe(false);
    expect(press("ArrowRight", grid, { target: "a text" })).toBe(false);
    links[0]?.focus();
    expect(press("ArrowRight", "no grid")).toBe(false);
    expect(document.activeElement).toBe(links[0]);
  });

  test("do nothing in a gallery that lost its cards", () => {
    const { grid, links } = galleryOf(100);
    links[0]?.remove();
    expect(press("ArrowRight", grid, { target: links[0] })).toBe(false);
  });
});
