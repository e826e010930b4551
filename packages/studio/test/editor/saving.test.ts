/** Saving a template, what another window has saved meanwhile, and the unsaved work that the browser keeps. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import { type History, record, startHistory } from "../../src/editor/history/history.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { refuse, removeStandIns, serve, standIn, takeStores, untilQuiet } from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const kept = takeStores();
serve(() => new Response());
const { useSaving, latest } = await import("../../src/screens/editor/state/use-saving.js");
const { forgetDraft, keepDraft, keptDraft } = await import("../../src/screens/editor/state/keep-draft.js");
const { tellSaved, useSavedElsewhere } = await import("../../src/screens/editor/state/other-windows.js");
const { entryOf } = await import("../../src/service/resources.js");

/** A channel between the windows of a browser, whose messages arrive at once. */
class Channel {
  static open = new Set<Channel>();
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  constructor(readonly name: string) {
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close(): void {
    Channel.open.delete(this);
  }
}

beforeEach(() => {
  kept.values.clear();
  kept.isBroken = false;
  Channel.open.clear();
  standIn({ BroadcastChannel: Channel });
});
afterEach(removeStandIns);

const open = (): EditorState => EditorState.open({ document: CARD, version: 3, etag: '"v3"' }, "Opened");
const moved = (x: number): EditedDocument => setAttributes(CARD, ["title"], { x });
const DRAFT = "studio-editor t1";
const stored = (version: number): Response =>
  Response.json({ id: "t1", version, document: CARD, edition: 2 }, { headers: { etag: `"v${version}"` } });

/** Opens the editor of a template. `responses` are those of the service, in order. */
function openSaving(...responses: readonly (Response | Promise<Response>)[]) {
  const queue = [...responses];
  const sent = serve(() => queue.shift() ?? refuse(500));
  const state = open();
  const saving = runHook(() => useSaving("t1", state, "Merged"));
  return { sent, state, saving };
}

describe("saving", () => {
  test("stores the document as a new version, based on the one that was opened", async () => {
    const { sent, state, saving } = openSaving(stored(4));
    kept.values.set(DRAFT, {});
    const told: unknown[] = [];
    new Channel("studio-editor").onmessage = ({ data }) => told.push(data);
    const templates = entryOf("templates of the page");
    templates.loadedAtMs = 5;
    state.change("Move", () => moved(5));
    saving.result.save("A note");
    await until(() => saving.result.savedAt !== undefined && !saving.result.isRunning);
    expect(sent).toMatchObject([
      { method: "PUT", path: "/templates/t1", body: { document: moved(5), note: "A note" } },
    ]);
    expect(sent[0]?.headers.get("if-match")).toBe('"v3"');
    expect(state.stored.value).toEqual({ document: moved(5), version: 4, etag: '"v4"' });
    expect(state.isChanged.value).toBe(false);
    expect(saving.result.savedAt).toBeInstanceOf(Date);
    expect(saving.result.error).toBeUndefined();
    expect(kept.values.has(DRAFT)).toBe(false);
    expect(told).toEqual([{ template: "t1", version: 4 }]);
    expect(templates.loadedAtMs).toBe(0);
    saving.end();
  });

  test("without a note sends none, and only one request at a time", async () => {
    const first = Promise.withResolvers<Response>();
    const { sent, saving } = openSaving(first.promise, stored(5));
    expect(saving.result.isRunning).toBe(false);
    saving.result.save();
    await until(() => saving.result.isRunning);
    saving.result.save();
    first.resolve(stored(4));
    await until(() => saving.result.savedAt !== undefined && !saving.result.isRunning);
    expect(sent.length).toBe(1);
    expect(sent[0]?.body).toEqual({ document: CARD });
    saving.end();
  });

  test("that fails keeps the work and says why, until the next try", async () => {
    const { state, saving } = openSaving(refuse(400), stored(4));
    kept.values.set(DRAFT, {});
    saving.result.save();
    await until(() => saving.result.error !== undefined && !saving.result.isRunning);
    expect(saving.result.error?.message).toBe("Not now.");
    expect(saving.result.conflict).toBeUndefined();
    expect(kept.values.has(DRAFT)).toBe(true);
    expect(state.stored.value.version).toBe(3);
    saving.result.save();
    await until(() => saving.result.savedAt !== undefined);
    expect(saving.result.error).toBeUndefined();
    saving.end();
  });

  test("shows what somebody else has saved meanwhile, and saves what the person makes of both", async () => {
    const { sent, state, saving } = openSaving(refuse(412), stored(7), stored(8));
    state.change("Move", () => moved(5));
    saving.result.save("A note");
    await until(() => saving.result.conflict !== undefined && !saving.result.isRunning);
    expect(saving.result.conflict).toEqual({ document: { ...CARD, edition: 2 }, version: 7, etag: '"v7"' });
    expect(saving.result.error).toBeUndefined();

    saving.result.resolve(moved(9));
    await until(() => saving.result.conflict === undefined && !saving.result.isRunning);
    expect(sent[2]).toMatchObject({ method: "PUT", body: { document: moved(9), note: "A note" } });
    expect(sent[2]?.headers.get("if-match")).toBe('"v7"');
    expect(state.history.value.present).toMatchObject({ name: "Merged", document: moved(9) });
    expect(state.history.value.past.at(-1)?.name).toBe("Move");
    expect(state.stored.value.version).toBe(8);
    saving.end();
  });

  test("says so if what somebody else has saved cannot be read, and a conflict can be left for later", async () => {
    const { saving } = openSaving(refuse(412), refuse(404), refuse(412), stored(7));
    saving.result.save();
    await until(() => saving.result.error !== undefined && !saving.result.isRunning);
    expect(saving.result.conflict).toBeUndefined();
    saving.result.save();
    await until(() => saving.result.conflict !== undefined);
    saving.result.closeConflict();
    await until(() => saving.result.conflict === undefined);
    saving.end();
  });
});

test("the latest version has the edition of the template, unless the document has one itself", async () => {
  serve(() =>
    Response.json({ version: 7, document: { width: 5, edition: 1 }, edition: 2 }, { headers: { etag: '"v7"' } }),
  );
  expect(await latest("t1")).toEqual({ document: { edition: 1, width: 5 }, version: 7, etag: '"v7"' });
});

describe("unsaved work", () => {
  const draft = { template: "t1", version: 3, etag: '"v3"', base: CARD, history: startHistory(CARD, "Opened") };

  test("is kept for its template until it is forgotten", async () => {
    await keepDraft(draft);
    expect(await keptDraft("t1")).toEqual(draft);
    expect(await keptDraft("t2")).toBeUndefined();
    await forgetDraft("t1");
    expect(await keptDraft("t1")).toBeUndefined();
  });

  test("has the 50 steps before and after the present one", async () => {
    const step = (name: string) => ({ name, document: CARD });
    const steps = (letter: string) => Array.from({ length: 51 }, (_, index) => step(`${letter}${index}`));
    const history: History = { past: steps("p"), present: step("now"), future: steps("f") };
    await keepDraft({ ...draft, history });
    const found = (await keptDraft("t1"))?.history;
    expect([found?.past.length, found?.past[0]?.name, found?.past.at(-1)?.name]).toEqual([50, "p1", "p50"]);
    expect([found?.future.length, found?.future[0]?.name, found?.future.at(-1)?.name]).toEqual([50, "f0", "f49"]);
    expect(found?.present.name).toBe("now");
  });

  test("is only in the page if the browser keeps nothing", async () => {
    kept.isBroken = true;
    await keepDraft(draft);
    expect(await keptDraft("t1")).toBeUndefined();
    await forgetDraft("t1");
  });
});

describe("another window of the browser", () => {
  async function listen(state: EditorState) {
    const newer = runHook(() => useSavedElsewhere("t1", state));
    await until(() => Channel.open.size === 1);
    return newer;
  }

  test("says that it has saved a newer version of the same template", async () => {
    const newer = await listen(open());
    tellSaved("t2", 9);
    tellSaved("t1", 3);
    expect(newer.result.value).toBeUndefined();
    tellSaved("t1", 4);
    expect(newer.result.value).toBe(4);
    await untilQuiet();
    expect(kept.values.size).toBe(0);
    expect(Channel.open.size).toBe(1);
    newer.end();
    await until(() => Channel.open.size === 0);
  });

  test("has forgotten the draft of the template, so that unsaved work here is kept again", async () => {
    const state = open();
    const newer = await listen(state);
    state.change("Move", () => moved(5));
    tellSaved("t1", 4);
    await untilQuiet();
    const history = record(startHistory(CARD, "Opened"), { name: "Move", document: moved(5) });
    expect(kept.values.get(DRAFT)).toEqual({ template: "t1", version: 3, etag: '"v3"', base: CARD, history });
    newer.end();
  });
});
