/** Finds the entries of the command palette for a text. */
import { NAVIGATION } from "./navigation.js";
import { pageCommands } from "./commands.js";
import { palette } from "../messages/en/common.js";
import { navigate, pathTo } from "../router/location.js";
import { irs } from "../service/irs.js";
import { hasScope } from "../session/session.js";

/** A row of the palette. */
export interface Entry {
  readonly group: string;
  readonly label: string;
  /** The key that does the same. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds what the page itself knows: its actions, the pages, and an ID that was pasted. */
export function findAtOnce(text: string): readonly Entry[] {
  const pages = NAVIGATION.flat().filter(({ scopes }) => scopes.some(hasScope));
  const known: readonly Entry[] = [
    ...pageCommands().map(({ label, key, run }) => ({ group: palette.groups.actions, label, key, run })),
    ...pages.map(({ label, href }) => ({ group: palette.groups.pages, label, run: () => navigate(href) })),
  ];
  const wanted = text.trim().toLowerCase();
  if (!ID.test(wanted)) return known.filter(({ label }) => label.toLowerCase().includes(wanted));
  const open = (label: string, place: string): Entry => ({
    group: palette.groups.renders,
    label,
    run: () => navigate(pathTo(place, wanted)),
  });
  return [open(palette.openRender(wanted), "renders")];
}

/** Finds templates by their names. */
export async function findTemplates(text: string, signal: AbortSignal): Promise<readonly Entry[]> {
  if (!hasScope("render") && !hasScope("templates")) return [];
  const { templates } = await irs.templates.list({ q: text.trim(), limit: 8 }, { signal }).page();
  return templates.map(({ id, name }) => ({
    group: palette.groups.templates,
    label: name,
    run: () => navigate(pathTo("templates", id)),
  }));
}
