/** Elements as far as the code that moves the focus needs them. A whole browser would be slow, and no browser is here. */

import { Listeners, standIn } from "./stand-ins.js";

/** An element with attributes and children. */
export class TestElement {
  readonly children: TestElement[] = [];
  /** Whether a style hides it. */
  isHidden = false;
  tabIndex = 0;
  readonly #name: string;
  // Private, because failed expectations print and copy elements, and parents would make them circular.
  #parent: TestElement | null = null;
  #owner: TestDocument | undefined;
  readonly attributes: Record<string, string>;
  /** The options of the last call of `focus`. */
  focusOptions: FocusOptions | undefined;

  constructor(name: string, attributes: Readonly<Record<string, string>> = {}, children: readonly TestElement[] = []) {
    this.#name = name;
    this.attributes = { ...attributes };
    this.append(...children);
  }

  append(...children: readonly TestElement[]): void {
    for (const child of children) {
      child.remove();
      child.#parent = this;
      this.children.push(child);
    }
  }

  prepend(child: TestElement): void {
    this.append(child);
    this.children.unshift(...this.children.splice(-1));
  }

  remove(): void {
    const siblings = this.parentElement?.children ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.#parent = null;
  }

  get parentElement(): TestElement | null {
    return this.#parent;
  }

  /** Makes this element the root of a document. */
  own(document: TestDocument): void {
    this.#owner = document;
  }

  get root(): TestElement {
    return this.parentElement?.root ?? this;
  }

  get isConnected(): boolean {
    return this.root.#name === "html";
  }

  hasAttribute(name: string): boolean {
    return name in this.attributes;
  }

  /** Understands lists of names, classes, attributes and `:disabled`, and descendants such as `main h1`. */
  matches(selector: string): boolean {
    return selector.split(",").some((one) => {
      const steps = one.trim().split(" ");
      const own = steps.pop() ?? "";
      return this.#matchesStep(own) && steps.every((step) => this.parentElement?.closest(step) !== null);
    });
  }

  closest(selector: string): TestElement | null {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }

  contains(other: TestElement | null): boolean {
    return other !== null && (other === this || this.contains(other.parentElement));
  }

  querySelectorAll(selector: string): TestElement[] {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector: string): TestElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  focus(options?: FocusOptions): void {
    this.focusOptions = options;
    this.root.#owner?.setFocus(this);
  }

  /** The text that a failed expectation shows, for example `html > body:0 > ul:1`. */
  toJSON(): string {
    const parent = this.parentElement;
    return parent === null ? this.#name : `${parent.toJSON()} > ${this.#name}:${parent.children.indexOf(this)}`;
  }

  checkVisibility(): boolean {
    return !this.isHidden && this.parentElement?.checkVisibility() !== false;
  }

  #matchesStep(step: string): boolean {
    const tests = step.match(/^\w+|\.[\w-]+|\[[^\]]+\]|:not\(:disabled\)|:disabled/g) ?? [];
    return tests.join("") === step && tests.every((one) => this.#has(one));
  }

  #has(test: string): boolean {
    if (test === ":disabled") return this.hasAttribute("disabled");
    if (test === ":not(:disabled)") return !this.hasAttribute("disabled");
    if (test.startsWith(".")) return (this.attributes["class"] ?? "").split(" ").includes(test.slice(1));
    const [, name = "", value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(test) ?? [];
    if (name === "") return this.#name === test;
    return value === undefined ? this.hasAttribute(name) : this.attributes[name] === value;
  }
}

/** A document with an empty body. One of its elements has the focus. */
export class TestDocument extends Listeners {
  readonly body = new TestElement("body");
  readonly documentElement = new TestElement("html", {}, [this.body]);
  readonly observers: { readonly options: MutationObserverInit; readonly callback: () => void }[] = [];
  #focused: TestElement | undefined;

  constructor() {
    super();
    this.documentElement.own(this);
  }

  /** An element that is no longer there, or that is disabled, has lost the focus to the body. */
  get activeElement(): TestElement {
    const focused = this.#focused;
    return focused?.isConnected === true && !focused.matches(":disabled") ? focused : this.body;
  }

  readonly querySelector = (selector: string): TestElement | null => this.documentElement.querySelector(selector);

  /** Moves the focus as a browser does. Without an element, as a click on an empty place does. */
  setFocus(element: TestElement | undefined): void {
    const before = this.#focused;
    this.#focused = element;
    if (before !== undefined) this.fire("focusout", { target: before });
    if (element !== undefined) this.fire("focusin", { target: element });
  }

  /** Adds or removes elements somewhere in the document, and then calls those that watch it. */
  change(work: () => void): void {
    work();
    this.#notify(({ childList }) => childList === true);
  }

  /** Disables an element, and then calls those that watch the document. */
  disable(element: TestElement): void {
    element.attributes["disabled"] = "";
    this.#notify(
      ({ attributes, attributeFilter }) => attributes === true && attributeFilter?.includes("disabled") === true,
    );
  }

  #notify(isWanted: (options: MutationObserverInit) => boolean): void {
    for (const { options, callback } of this.observers) if (options.subtree === true && isWanted(options)) callback();
  }
}

/** Opens a document. Returns it, and a function that closes it. */
export function openDocument(): { readonly document: TestDocument; readonly closeDocument: () => void } {
  const document = new TestDocument();
  class MutationObserver {
    readonly #callback: () => void;

    constructor(callback: () => void) {
      this.#callback = callback;
    }

    observe(_target: TestElement, options: MutationObserverInit): void {
      document.observers.push({ options, callback: this.#callback });
    }
  }
  const closeDocument = standIn({ document, MutationObserver, Element: TestElement, HTMLElement: TestElement });
  return { document, closeDocument };
}
