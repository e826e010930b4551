/** The conditions of JSON filter patterns: `{ $.level = "ERROR" && ($.ms > 100 || $.slow IS TRUE) }`. */

/** Returns the value of a selector such as `$.a.b`. */
export type ReadField = (selector: string) => unknown;
export type Condition = (read: ReadField) => boolean;

const TOKEN = /\s*(\$\.[\w.-]+|"[^"]*"|&&|\|\||[()]|!=|>=|<=|[=<>]|[^\s()&|"=<>!]+)/y;

/** @throws Error if the text is not a condition that is supported */
export function parseCondition(pattern: string): Condition {
  const inner = /^\{(.*)\}$/s.exec(pattern)?.[1] ?? "";
  const parser = new ConditionParser(tokensOf(inner, pattern), pattern);
  return parser.parse();
}

function tokensOf(text: string, pattern: string): string[] {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.trimEnd().length) {
    const [, found] = token.exec(text) ?? [];
    if (found === undefined) throw unsupported(pattern);
    tokens.push(found);
  }
  return tokens;
}

/** `&&` binds more strongly than `||`. */
class ConditionParser {
  readonly #tokens: string[];
  readonly #pattern: string;

  constructor(tokens: string[], pattern: string) {
    this.#tokens = tokens;
    this.#pattern = pattern;
  }

  parse(): Condition {
    const condition = this.#either();
    if (this.#tokens.length > 0) throw unsupported(this.#pattern);
    return condition;
  }

  #either(): Condition {
    const parts = [this.#both()];
    while (this.#take("||")) parts.push(this.#both());
    return (read) => parts.some((part) => part(read));
  }

  #both(): Condition {
    const parts = [this.#single()];
    while (this.#take("&&")) parts.push(this.#single());
    return (read) => parts.every((part) => part(read));
  }

  #single(): Condition {
    if (this.#take("(")) {
      const inner = this.#either();
      if (!this.#take(")")) throw unsupported(this.#pattern);
      return inner;
    }
    const [selector = "", operator = "", operand = ""] = this.#tokens.splice(0, 3);
    if (!selector.startsWith("$.")) throw unsupported(this.#pattern);
    return (COMPARISONS[operator] ?? refuse(this.#pattern))(selector, operand, this.#pattern);
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false;
    this.#tokens.shift();
    return true;
  }
}

type Comparison = (selector: string, operand: string, pattern: string) => Condition;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "=": (selector, operand) => equals(selector, operand),
  "!=": (selector, operand) => {
    const same = equals(selector, operand);
    return (read) => read(selector) !== undefined && !same(read);
  },
  ">": byNumber((field, limit) => field > limit),
  "<": byNumber((field, limit) => field < limit),
  ">=": byNumber((field, limit) => field >= limit),
  "<=": byNumber((field, limit) => field <= limit),
  IS: (selector, operand, pattern) => {
    const values: Readonly<Record<string, unknown>> = { NULL: null, TRUE: true, FALSE: false };
    if (!Object.hasOwn(values, operand)) throw unsupported(pattern);
    return (read) => read(selector) === values[operand];
  },
  NOT: (selector, operand, pattern) => {
    if (operand !== "EXISTS") throw unsupported(pattern);
    return (read) => read(selector) === undefined;
  },
};

/** A number equals a number. Text equals text, and `*` in the operand matches any characters. */
function equals(selector: string, operand: string): Condition {
  const quoted = operand.startsWith('"');
  const text = quoted ? operand.slice(1, -1) : operand;
  const parts = text.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const wanted = new RegExp(`^${parts.join(".*")}$`, "s");
  return (read) => {
    const field = read(selector);
    if (typeof field === "number") return !quoted && field === Number(text);
    return typeof field === "string" && wanted.test(field);
  };
}

function byNumber(compare: (field: number, limit: number) => boolean): Comparison {
  return (selector, operand, pattern) => {
    const limit = Number(operand);
    if (operand === "" || Number.isNaN(limit)) throw unsupported(pattern);
    return (read) => {
      const field = read(selector);
      return typeof field === "number" && compare(field, limit);
    };
  };
}

function refuse(pattern: string): Comparison {
  throw unsupported(pattern);
}

function unsupported(pattern: string): Error {
  return new Error(`run-cdk-out does not support the filter pattern ${pattern}.`);
}
