import { Check, Copy } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { actions } from "../messages/en/common.js";
import { Button, IconButton } from "./button.js";
import { Icon } from "./icon.js";
import "./copy.css";

/** The number of characters that are enough to tell IDs apart. */
const SHOWN = 8;
/** How long a button says that the text was copied. */
const SAID_MS = 1_500;

/** Returns a function that copies a text, and whether it has just done so. */
export function useCopy(): readonly [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, (text) => void navigator.clipboard.writeText(text).then(() => setCopied(true))];
}

/** A button that copies a text. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [isCopied, copy] = useCopy();
  const icon = isCopied ? Check : Copy;
  if (label === undefined) {
    return <IconButton icon={icon} label={isCopied ? actions.copied : actions.copy} onClick={() => copy(text)} />;
  }
  return (
    <Button icon={icon} onClick={() => copy(text)}>
      {isCopied ? actions.copied : label}
    </Button>
  );
}

/** An ID, by default only its beginning, which is enough to compare IDs. A click copies all of it. */
export function CopyId({ id, isWhole = false }: { readonly id: string; readonly isWhole?: boolean }) {
  const [isCopied, copy] = useCopy();
  return (
    <button
      type="button"
      class="copy-id mono"
      title={`${actions.copyId}: ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        copy(id);
      }}
    >
      <span>
        {isWhole ? id : id.slice(0, SHOWN)}
        <span class="visually-hidden">
          {isWhole ? "" : id.slice(SHOWN)} {actions.copyId}
        </span>
      </span>
      <Icon of={isCopied ? Check : Copy} size={12} />
    </button>
  );
}
