import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { dialogs } from "../messages/en/common.js";
import { IconButton } from "./button.js";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Undefined if only the content closes the dialog, for example to sign in again. */
  readonly isClosable?: boolean;
  readonly size?: "small" | "large";
  readonly children: ComponentChildren;
  /** Buttons below the content. The last one is the main action. */
  readonly actions?: ComponentChildren;
}

/** A dialog above the page. The browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, onClose, isClosable = true, size = "small", children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (isClosable) onClose();
      }}
      // A click on the backdrop has the dialog itself as its target.
      onMouseDown={(event) => isClosable && event.target === element.current && onClose()}
    >
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {isClosable && <IconButton label={dialogs.close} icon={X} onClick={onClose} />}
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
