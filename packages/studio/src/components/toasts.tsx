import { signal } from "@preact/signals";
import { X } from "lucide";
import { actions, dialogs } from "../messages/en/common.js";
import { Button, IconButton } from "./button.js";
import "./toasts.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

/** An action can be undone for this long. */
const SHOWN_MS = 8_000;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says what has happened, for some seconds. `undo` takes it back. */
export function toast(text: string, undo?: () => void): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, undo }];
  setTimeout(() => close(id), SHOWN_MS);
}

function close(id: number): void {
  toasts.value = toasts.value.filter((shown) => shown.id !== id);
}

/** The messages at the lower edge. A screen reader reads each when it appears. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, undo }) => (
        <div class="toast" key={id}>
          <span>{text}</span>
          {undo !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                close(id);
                undo();
              }}
            >
              {actions.undo}
            </Button>
          )}
          <IconButton label={dialogs.close} icon={X} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
