import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type * as Router from "../../src/router/location.js";
import { openPage, type TestPage } from "../support/page.js";
import { TestElement } from "../support/small-dom.js";
import { standIn } from "../support/stand-ins.js";

let page: TestPage;
let router: typeof Router;
let close: () => void;

beforeEach(async () => {
  jest.resetModules();
  page = openPage("https://irs.example.com/studio/templates?q=card&sort=name");
  close = standIn({ Element: TestElement });
  router = await import("../../src/router/location.js");
});
afterEach(() => {
  close();
  page.close();
});

describe("the address of the page", () => {
  test.each([
    ["https://irs.example.com/studio/renders/", "/studio/renders"],
    ["https://irs.example.com/studio//", "/studio"],
    ["https://irs.example.com/", "/"],
  ])("of %s has the path %s", (address, path) => {
    router.navigate(address);
    expect(router.path.value).toBe(path);
  });

  test("of a page of the studio encodes the values in it", () => {
    expect(router.pathTo()).toBe("/studio");
    expect(router.pathTo("webhooks", "events", "a/b c")).toBe("/studio/webhooks/events/a%2Fb%20c");
  });
});

describe("showing another page", () => {
  test("adds it to the history, and begins at its top", () => {
    router.navigate("/studio/renders?status=failed");
    expect(router.path.value).toBe("/studio/renders");
    expect(router.query.value.get("status")).toBe("failed");
    expect(page.visits).toEqual(["push /studio/renders?status=failed"]);
    expect(page.scrolls).toEqual([[0, 0]]);
  });

  test("can take the place of the current page in the history", () => {
    router.navigate("/studio/renders", { replace: true });
    expect(page.visits).toEqual(["replace /studio/renders"]);
  });

  test("does nothing when it is the current page already", () => {
    router.navigate("/studio/templates?q=card&sort=name");
    expect(page.visits).toEqual([]);
  });

  test("keeps the place on the page when only its query changes", () => {
    router.navigate("/studio/templates?q=ticket");
    expect(page.visits).toEqual(["push /studio/templates?q=ticket"]);
    expect(page.scrolls).toEqual([]);
  });
});

describe("the filters of a list", () => {
  test("change in the address without a new place in the history, and empty ones are removed", () => {
    router.setQuery({ q: "ticket", sort: undefined, project: "a b" });
    expect(page.visits).toEqual(["replace /studio/templates?q=ticket&project=a+b"]);
    router.setQuery({ q: "" });
    expect(page.visits[1]).toBe("replace /studio/templates?project=a+b");
    expect(page.scrolls).toEqual([]);
  });
});

describe("unsaved work", () => {
  test("keeps a person on the page until all of it allows to leave", () => {
    const asked: string[] = [];
    let isSaved = false;
    router.guardLeaving(() => true);
    const release = router.guardLeaving((next) => {
      asked.push(next.pathname);
      return isSaved;
    });
    router.navigate("/studio/renders");
    expect([router.path.value, page.visits.length, asked]).toEqual(["/studio/templates", 0, ["/studio/renders"]]);
    isSaved = true;
    router.navigate("/studio/renders");
    expect(router.path.value).toBe("/studio/renders");
    isSaved = false;
    release();
    router.navigate("/studio/fonts");
    expect(router.path.value).toBe("/studio/fonts");
  });

  test("does not matter for the query of the same page", () => {
    router.guardLeaving(() => false);
    router.setQuery({ q: "ticket" });
    expect(router.query.value.get("q")).toBe("ticket");
  });
});

describe("the history and links", () => {
  /** Clicks on something, and says whether the studio handled the click itself. */
  function click(target: unknown, how: object = {}): boolean {
    let isHandled = false;
    const plain = {
      button: 0,
      metaKey: false,
      ctrlKey: false,
      shiftKey: false,
      altKey: false,
      defaultPrevented: false,
    };
    page.document.fire("click", { ...plain, target, preventDefault: () => (isHandled = true), ...how });
    return isHandled;
  }

  /** A link as a browser shows it, with an icon in it. */
  function linkTo(href: string, attributes: Record<string, string> = {}) {
    const icon = new TestElement("svg");
    const link = new TestElement("a", { href, ...attributes }, [icon]);
    return {
      icon,
      link: Object.assign(link, { href: new URL(href, page.location).href, target: attributes["target"] ?? "" }),
    };
  }

  beforeEach(() => router.startRouter());

  test("going back shows the page before", () => {
    page.location.href = "https://irs.example.com/studio/uploads";
    page.window.fire("popstate");
    expect(router.path.value).toBe("/studio/uploads");
  });

  test("a link to a page of the studio shows it without loading anything", () => {
    expect(click(linkTo("/studio/renders").icon)).toBe(true);
    expect(router.path.value).toBe("/studio/renders");
    expect(click(linkTo("/studio").link)).toBe(true);
    expect(router.path.value).toBe("/studio");
  });

  test.each([
    ["another page of the service", "/docs", {}],
    ["a path that only begins the same", "/studio-tour", {}],
    ["another site", "https://example.org/studio/renders", {}],
    ["a new tab", "/studio/renders", { target: "_blank" }],
    ["a file", "/studio/renders", { download: "" }],
  ])("a link to %s is left to the browser", (_what, href, attributes) => {
    expect(click(linkTo(href, attributes).link)).toBe(false);
    expect(router.path.value).toBe("/studio/templates");
  });

  test.each([
    ["with the middle button", { button: 1 }],
    ["with Command", { metaKey: true }],
    ["with Control", { ctrlKey: true }],
    ["with Shift", { shiftKey: true }],
    ["with Alt", { altKey: true }],
    ["that something else has handled", { defaultPrevented: true }],
  ])("a click %s is left to the browser", (_what, how) => {
    expect(click(linkTo("/studio/renders").link, how)).toBe(false);
    expect(page.visits).toEqual([]);
  });

  test("a click on anything else does nothing", () => {
    expect(click(new TestElement("p"))).toBe(false);
    expect(click("a text")).toBe(false);
  });
});
