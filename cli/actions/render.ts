import type { RenderOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { LocalRenderer } from "../local-renderer.js";
import type { Terminal } from "../terminal.js";
import { nextChange } from "../watch-files.js";
import { planRender } from "./render-plan.js";
import { RenderSession } from "./render-session.js";

/** Runs `irs render`. @throws UsageError */
export async function render(terminal: Terminal, template: string, options: RenderOptions): Promise<number> {
  const plan = planRender(template, options, terminal.folder);
  const session = new RenderSession(plan, new LocalRenderer(plan), terminal);
  if (plan.watch) return await watch(session, terminal);
  const { ok } = await session.render();
  return ok ? EXIT.ok : EXIT.issues;
}

/** Renders now and after each change until the signal aborts. Issues and failed renders do not end the watch. */
async function watch(session: RenderSession, terminal: Terminal): Promise<number> {
  const signal = terminal.onInterrupt();
  let changed: readonly string[] = [];
  do {
    const { files } = await session.render({ changed, keepGoing: true });
    session.announceWaiting();
    changed = await nextChange(files, signal);
  } while (!signal.aborted);
  return EXIT.ok;
}
