/** The marks of problems in the text. They are loaded with the first problem, because most texts have none. */
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { EditorState as CodeState, Extension, TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { Mark } from "./mark.js";

/** Shows marks beside the lines, and their messages. */
export const codeMarks: Extension = [lintGutter(), keymap.of(lintKeymap)];

/** Returns the change that replaces all marks. */
export function setMarks(state: CodeState, marks: readonly Mark[]): TransactionSpec {
  return setDiagnostics(
    state,
    marks.map((mark) => inText(state, mark)),
  );
}

function inText({ doc }: CodeState, { from, to, severity, message }: Mark): Diagnostic {
  const start = Math.min(from, doc.length);
  return { from: start, to: Math.max(start, Math.min(to, doc.length)), severity, message };
}
