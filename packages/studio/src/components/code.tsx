import { CopyButton } from "./copy.js";
import "./code.css";

/** Code to copy. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code" role="group" aria-label={label}>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
