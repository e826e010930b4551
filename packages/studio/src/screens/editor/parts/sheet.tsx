import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { IconButton } from "../../../components/button.js";
import { dialogs } from "../../../messages/en/common.js";

interface SheetProps {
  readonly label: string;
  readonly side: "start" | "end" | "json";
  /** Whether the sheet is open on a narrow screen. On a wide screen, the panel is always visible. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A panel beside the canvas, which is a sheet from below on narrow screens. */
export function Sheet({ label, side, isOpen, onClose, children }: SheetProps) {
  return (
    <aside class={`editor-side ${side}${isOpen ? " open" : ""}`} aria-label={label}>
      <div class="sheet-close">
        <IconButton label={dialogs.close} icon={X} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
