import { type Command, EXIT } from "../command.js";
import { type Terminal } from "../terminal.js";
import { Workshop } from "../workshop.js";
import { nextChange } from "../watch-files.js";
import { planRender, RENDER_OPTIONS } from "./render-plan.js";
import { RenderSession } from "./render-session.js";

/** `irs render`: makes a template's picture on this machine. */
export const renderCommand: Command = {
  name: "render",
  summary: "make a template's picture on this machine",
  synopsis: "TEMPLATE.json [options]",
  options: RENDER_OPTIONS,
  notes: `Image addresses may be paths of files, relative to the file that names them; the service itself takes
only addresses and uploads.

Examples
  irs render card.json
  irs render card.json --data request.json -o out/card.webp --scale 2
  irs render card.json --watch`,

  async run(argv, terminal) {
    const plan = planRender(argv, terminal.folder);
    const session = new RenderSession(plan, new Workshop(plan), terminal);
    if (plan.watch) return await watch(session, terminal);
    const { ok } = await session.render();
    return ok ? EXIT.ok : EXIT.faults;
  },
};

/** Renders now and after each change until the signal. Neither faults in the files nor failed renders end it. */
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
