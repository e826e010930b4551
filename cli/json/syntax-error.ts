import { type ParseErrorCode, printParseErrorCode } from "jsonc-parser";
import { quote } from "@image-render/engine/suggestions";

/** A syntax error of a JSON text. `offset` counts UTF-16 units from the start of the text. */
export interface JsonSyntaxIssue {
  readonly offset: number;
  readonly message: string;
}

/** An error that the parser reports, with facts about the text before it. */
interface ParserError {
  readonly code: ParseErrorCode;
  /** The offset of the token where the parser noticed the error. */
  readonly offset: number;
  readonly length: number;
  /** The offset of the last comma. */
  readonly comma: number;
  /** The closing brackets that are still missing. */
  readonly closers: readonly string[];
}

/** Returns the message for an error of the parser, and the place that the author has to change. */
export function describeSyntaxError(text: string, error: ParserError): JsonSyntaxIssue {
  const { code, offset, length, closers } = error;
  const token = text.slice(offset, offset + length);
  switch (printParseErrorCode(code)) {
    case "InvalidSymbol":
      return { offset, message: `${quote(token)} is not JSON. Texts and names need double quotes.` };
    case "UnexpectedEndOfNumber":
    case "InvalidNumberFormat":
      return { offset, message: "This is not a complete number." };
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return { offset, message: "JSON has no comments. Remove this one." };
    case "UnexpectedEndOfString":
      if (offset + length === text.length) return { offset, message: "This text has no closing quotation mark." };
      return { offset: offset + length, message: "A text cannot contain a line break. Write \\n instead." };
    case "InvalidCharacter":
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return describeTextError(token, offset);
    case "EndOfFileExpected":
      return { offset, message: "The document is complete before this. Nothing can follow it." };
    case "PropertyNameExpected":
      return describeCommaBefore(text, error) ?? missing(text, offset, "a name in double quotes");
    case "ValueExpected":
      return describeCommaBefore(text, error) ?? missing(text, offset, "a value");
    case "ColonExpected":
      return missing(text, offset, "a colon");
    case "CommaExpected":
      return missing(text, offset, `a comma or ${closers.at(-1) ?? ""}`);
    case "CloseBraceExpected":
      return missing(text, offset, "a comma or }");
    case "CloseBracketExpected":
      return missing(text, offset, "a comma or ]");
    default:
      return { offset, message: "This is not JSON." };
  }
}

function missing(text: string, offset: number, what: string): JsonSyntaxIssue {
  if (offset >= text.length) return { offset, message: `The document ends too early: ${what} is missing.` };
  return { offset, message: `${what.charAt(0).toUpperCase()}${what.slice(1)} is expected here.` };
}

/** Returns the issue if a closing bracket follows a comma. */
function describeCommaBefore(text: string, { offset, comma }: ParserError): JsonSyntaxIssue | undefined {
  const bracket = text.charAt(offset);
  const isDirectlyAfter = comma !== -1 && text.slice(comma + 1, offset).trim() === "";
  if (!isDirectlyAfter || (bracket !== "}" && bracket !== "]")) return undefined;
  return { offset: comma, message: `Remove the comma before ${bracket}.` };
}

/** Matches an escape sequence, or a character that a text cannot contain. */
const ESCAPE_OR_ILLEGAL = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\\\p{Cc}]/gu;

/** Returns the issue of the first illegal character in a text. The parser reports only where the text starts. */
function describeTextError(token: string, start: number): JsonSyntaxIssue {
  for (const { 0: found, index } of token.matchAll(ESCAPE_OR_ILLEGAL)) {
    if (found === "\\") {
      const message = "This is not an escape sequence of JSON. For a backslash, write \\\\.";
      return { offset: start + index, message };
    }
    if (found < " ") {
      const message = "A text cannot contain a control character. Write \\t for a tab, or \\u and four digits.";
      return { offset: start + index, message };
    }
  }
  return { offset: start, message: "This text is not JSON." };
}
