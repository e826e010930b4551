import "./tabs.css";

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** Links between the pages of one thing. Each has an address of its own. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, label: text, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  /** The ID of the element that shows the chosen part. */
  readonly panelId: string;
}

/** A choice between parts of a page. Arrow keys move through it. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, panelId }: TabsProps<Value>) {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.value);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          data-value={tab.value}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
