import { Ellipsis } from "lucide";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.js";
import "./menu.css";

/** An action of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: unknown;
  readonly onSelect?: () => void;
  readonly href?: string;
  readonly isDanger?: boolean;
  /** For choices: whether this is the current one. */
  readonly isChosen?: boolean;
  /** Why the action cannot be chosen. The menu shows it below the label. */
  readonly unavailable?: string | undefined;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The content of the button. By default three dots. */
  readonly children?: ComponentChildren;
  readonly side?: "start" | "end";
  readonly opens?: "down" | "up";
}

/** A button that shows a few actions. Arrow keys move through them, and Escape closes the menu. */
export function Menu({ label, items, children, side = "end", opens = "down" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    frame.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const onOutside = (event: Event): void => {
      if (frame.current?.contains(event.target as Node) !== true) setOpen(false);
    };
    document.addEventListener("pointerdown", onOutside);
    return () => document.removeEventListener("pointerdown", onOutside);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector<HTMLElement>("button")?.focus();
  };
  return (
    <div class="menu" ref={frame} onKeyDown={(event) => isOpen && onKey(event, close)}>
      <button
        type="button"
        class={children === undefined ? "button quiet" : "menu-button"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        {...(children === undefined && { "aria-label": label, title: label })}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon of={Ellipsis} />}
      </button>
      {isOpen && (
        <div class={`menu-list ${side} ${opens}`} id={id} role="menu" aria-label={label}>
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const content = [item.icon !== undefined && <Icon of={item.icon} />, <MenuText item={item} />];
  const common = { class: item.isDanger === true ? "menu-item danger" : "menu-item", tabIndex: -1 };
  const choice = item.isChosen === undefined ? {} : { "aria-checked": item.isChosen };
  const isUnavailable = item.unavailable !== undefined;
  const role = item.isChosen === undefined ? "menuitem" : "menuitemradio";
  const select = (): void => {
    if (isUnavailable) return;
    close();
    item.onSelect?.();
  };
  if (item.href !== undefined) {
    return (
      <a {...common} role={role} href={item.href} onClick={select}>
        {content}
      </a>
    );
  }
  return (
    <button {...common} {...choice} type="button" role={role} aria-disabled={isUnavailable} onClick={select}>
      {content}
    </button>
  );
}

function MenuText({ item: { label, unavailable } }: { readonly item: MenuItem }) {
  return (
    <span class="menu-text">
      <span class="truncate">{label}</span>
      {unavailable !== undefined && <span>{unavailable}</span>}
    </span>
  );
}

function onKey(event: KeyboardEvent, close: () => void): void {
  const entries = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const current = entries.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: (current + 1) % entries.length,
    ArrowUp: (current - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }[event.key];
  if (next !== undefined) entries[next]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  if (event.key === "Tab") return;
  event.preventDefault();
  event.stopPropagation();
}
