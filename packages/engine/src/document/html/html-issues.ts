/** The issues that prevent the use of an HTML layer, each with its place. */
import { sentenceAt } from "../syntax/source-place.js";

export interface HtmlIssue {
  /** The position in the source, in characters from 0. */
  readonly at: number;
  readonly message: string;
}

/** The maximum number of issues of one layer. More issues would not help its author. */
const MAX_HTML_ISSUES = 20;

/** Collects the issues of one source. */
export class HtmlIssues {
  readonly #found: HtmlIssue[] = [];

  /** Whether the maximum is reached. Further issues are then left out. */
  get isFull(): boolean {
    return this.#found.length >= MAX_HTML_ISSUES;
  }

  add(at: number, message: string): void {
    if (!this.isFull) this.#found.push({ at, message });
  }

  /** Replaces all issues with one that explains them. Later issues are left out. */
  only(at: number, message: string): void {
    this.#found.splice(0, this.#found.length, ...Array.from({ length: MAX_HTML_ISSUES }, () => ({ at, message })));
  }

  /** Returns the issues as sentences with line and column, in the order of the source. */
  sentences(source: string): string[] {
    const sorted = [...this.#found].sort((one, other) => one.at - other.at);
    return [...new Set(sorted.map(({ at, message }) => sentenceAt(message, at, source)))];
  }
}
