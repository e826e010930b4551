/** Explains the error of a failed render in plain words. */
import { renderFailure as texts } from "../../messages/en/renders.js";

/** The meaning of an error, and the section of the documentation about it. */
export interface Explanation {
  readonly text: string;
  readonly href: string;
}

/** The errors that the service itself writes. The first that matches explains the error. */
const KNOWN: readonly (readonly [error: RegExp, explanation: Explanation])[] = [
  [/^The render was canceled/, { text: texts.canceled, href: "/docs/renders#render-again" }],
  [/could not be rendered in \d+ attempts?/, { text: texts.exhausted, href: "/docs/access#pictures-that-fail" }],
  [/no renderer was free/, { text: texts.busy, href: "/docs/renders#render-again" }],
  [/could not read this job/, { text: texts.corrupt, href: "/docs/renders#render-again" }],
  [
    /template.*(not found|deleted|does not exist|no longer)|no such template/i,
    { text: texts.template, href: "/docs/renders#render-again" },
  ],
  [
    /image|fallback_|returned status|redirect|certificate|could not be (reached|resolved|found)|did not (respond|send)/i,
    { text: texts.image, href: "/docs/template-format#image" },
  ],
];

const OTHERS: Explanation = { text: texts.invalid, href: "/docs/template-format#requests" };

/** Returns what an error means. */
export function explainFailure(error: string): Explanation {
  return KNOWN.find(([pattern]) => pattern.test(error))?.[1] ?? OTHERS;
}
