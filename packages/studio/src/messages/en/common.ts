/** Texts that many screens show. */
import { formatNumber } from "../format.js";

export const dialogs = { close: "Close", cancel: "Cancel" };

export const actions = {
  retry: "Try again",
  undo: "Undo",
  copy: "Copy",
  copied: "Copied",
  copyId: "Copy the ID",
  more: "Show more",
  loadingMore: "Loading…",
  download: "Download",
  reload: "Load again",
};

export const lists = {
  fresh: (number: number) => `Show ${formatNumber(number)} new`,
};

export const states = {
  loading: "Loading",
  unchanged: "Nothing was changed.",
  offline: "The service did not respond. Check the connection, then try again.",
  requestId: "Request",
  documentation: "Read about it",
  noScope: (scope: string) => `Your session has no access to this. It needs a key with the scope “${scope}”.`,
  noScopeTitle: "Not for this session",
  noScopeAction: "Sign in with another key",
  pageMissingTitle: "There is no such page",
  pageMissing: "The address may be old, or incomplete.",
  pageMissingAction: "Go to the templates",
  pageFailed: "The page could not be loaded.",
  pictureMissing: "The picture could not be drawn.",
};

export const shell = {
  skip: "Skip to the content",
  home: "Studio",
  pages: "Pages",
  search: "Find anything",
  shortcuts: "Keyboard shortcuts",
  theme: "Appearance",
  themes: { system: "As the browser", light: "Light", dark: "Dark" },
  documentation: "Documentation",
  signOut: "Sign out",
  account: "Account",
  menu: "Menu",
  count: (count: string, hasMore: boolean) => (hasMore ? `${count}+` : count),
  connectionLost: "The connection to the service is lost. Trying again…",
};

export const pages = {
  templates: "Templates",
  renders: "Renders",
  batches: "Batches",
  webhooks: "Webhooks",
  usage: "Usage",
  keys: "Keys",
  uploads: "Uploads",
  fonts: "Fonts",
  operations: "Operations",
  workspaces: "Workspaces",
};

export const signIn = {
  title: "Sign in to the studio",
  lead: "With an API key of your workspace. The page forgets the key at once, and keeps a session of 12 hours.",
  key: "API key",
  keyHint: "It begins with irs_. A deployment prints the first one.",
  submit: "Sign in",
  expiredTitle: "Your session has ended",
  expired: "Sign in again to continue. Everything on this page is still here.",
  linkFailed:
    "The link did not sign you in. A link works once, for five minutes. Ask for a new one, or use an API key.",
  offeredTitle: "Follow the link?",
  offered: (workspace: string) =>
    `You are signed in to the workspace “${workspace}”. The link ends this session and signs you in to the workspace of the person who sent it.`,
  offeredAction: "Follow the link",
  wrongKey: "The service does not know this key. Copy the whole key again.",
  failedTitle: "The service did not say who is signed in",
};

export const palette = {
  title: "Find anything",
  placeholder: "A template, the ID of a render, a page or an action",
  none: "Nothing has this name.",
  groups: { actions: "Actions", pages: "Pages", templates: "Templates", renders: "Renders" },
  openRender: (id: string) => `Open render ${id}`,
};

export const shortcuts = {
  title: "Keyboard shortcuts",
  here: "On this page",
  everywhere: "Everywhere",
  find: "Find anything",
  show: "Show the shortcuts",
  rows: "Move through a list",
  open: "Open the row",
  close: "Close what is open",
};
