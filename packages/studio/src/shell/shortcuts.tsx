import { Dialog } from "../components/dialog.js";
import { shortcuts } from "../messages/en/common.js";
import { pageCommands } from "./commands.js";
import { areShortcutsOpen } from "./open-shortcuts.js";
import "./shortcuts.css";

const EVERYWHERE: readonly (readonly [keys: string, label: string])[] = [
  ["Ctrl K", shortcuts.find],
  ["?", shortcuts.show],
  ["↑ ↓", shortcuts.rows],
  ["Enter", shortcuts.open],
  ["Esc", shortcuts.close],
];

/** The keys of the current page, and those of all pages. */
export function Shortcuts() {
  const here = pageCommands().flatMap(({ key, label }) => (key === undefined ? [] : [[key, label] as const]));
  return (
    <Dialog title={shortcuts.title} onClose={() => (areShortcutsOpen.value = false)}>
      {here.length > 0 && <KeyList title={shortcuts.here} keys={here} />}
      <KeyList title={shortcuts.everywhere} keys={EVERYWHERE} />
    </Dialog>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="key-list">
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
