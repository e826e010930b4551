import { BookOpen, Keyboard, LogOut, Menu as MenuIcon, Monitor, Moon, Search, Sun } from "lucide";
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../components/icon.js";
import { IconButton } from "../components/button.js";
import { Menu } from "../components/menu.js";
import { Toasts } from "../components/toasts.js";
import { chooseTheme, theme } from "../design/theme.js";
import { shell } from "../messages/en/common.js";
import { path } from "../router/location.js";
import { isConnectionLost } from "../service/irs.js";
import { type Caller, signOut } from "../session/session.js";
import { NAVIGATION } from "./navigation.js";
import { openPalette } from "./open-palette.js";
import { openShortcuts } from "./open-shortcuts.js";
import "./shell.css";

/** Whether the side bar is open. On wide screens it always is. */
const isSideOpen = signal(false);

/** The frame of every page: side bar, content, messages. */
export function Shell({ caller, children }: { readonly caller: Caller; readonly children: ComponentChildren }) {
  useEffect(() => {
    isSideOpen.value = false;
  }, [path.value]);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <header class="top-bar">
        <IconButton label={shell.menu} icon={MenuIcon} onClick={() => (isSideOpen.value = !isSideOpen.value)} />
        <a class="brand" href="/studio">
          {shell.home}
        </a>
        <IconButton label={shell.search} icon={Search} onClick={openPalette} />
      </header>
      <SideBar caller={caller} />
      {isSideOpen.value && <div class="side-backdrop" onClick={() => (isSideOpen.value = false)} />}
      <main id="content" tabIndex={-1}>
        {isConnectionLost.value && (
          <p class="connection-line" role="status">
            {shell.connectionLost}
          </p>
        )}
        {children}
      </main>
      <Toasts />
    </div>
  );
}

function SideBar({ caller }: { readonly caller: Caller }) {
  return (
    <aside class={`side-bar${isSideOpen.value ? " open" : ""}`} aria-label={shell.home}>
      <a class="brand" href="/studio">
        {shell.home}
      </a>
      <button type="button" class="find" onClick={openPalette}>
        <Icon of={Search} />
        <span>{shell.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label={shell.pages}>
        {NAVIGATION.map((group, index) => (
          <ul key={index}>
            {group
              .filter(({ scopes }) => scopes.some((scope) => caller.scopes.includes(scope)))
              .map(({ label, href, icon }) => (
                <li key={href}>
                  <a href={href} aria-current={isBelow(href) ? "page" : undefined}>
                    <Icon of={icon} />
                    {label}
                  </a>
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <AccountMenu caller={caller} />
    </aside>
  );
}

/** The gallery is the page of `/studio`, too. */
function isBelow(href: string): boolean {
  const current = path.value === "/studio" ? "/studio/templates" : path.value;
  return current === href || current.startsWith(`${href}/`);
}

function AccountMenu({ caller }: { readonly caller: Caller }) {
  const themes = [
    { label: shell.themes.system, icon: Monitor, value: "system" },
    { label: shell.themes.light, icon: Sun, value: "light" },
    { label: shell.themes.dark, icon: Moon, value: "dark" },
  ] as const;
  const items = [
    ...themes.map(({ label, icon, value }) => ({
      label,
      icon,
      isChosen: theme.value === value,
      onSelect: () => chooseTheme(value),
    })),
    { label: shell.shortcuts, icon: Keyboard, onSelect: openShortcuts },
    { label: shell.documentation, icon: BookOpen, href: "/docs" },
    { label: shell.signOut, icon: LogOut, onSelect: () => void signOut() },
  ];
  return (
    <div class="account">
      <Menu label={shell.account} items={items} side="start" opens="up">
        <span class="account-text">
          <span class="truncate">{caller.workspaceName}</span>
          <span class="truncate quiet">{caller.name}</span>
        </span>
      </Menu>
    </div>
  );
}
