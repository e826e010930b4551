/** Runs `irs studio`. */
import { callerBodySchema, sessionLinkBodySchema } from "../../core/contract/access-api.js";
import { connect } from "../api/connect.js";
import type { StudioOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { openInBrowser } from "../open-in-browser.js";
import { parseScope } from "../parse-scope.js";
import { printable, type Terminal, write } from "../terminal.js";

const DEFAULT_NAME = "irs studio";

/** Prints a link that signs in to the studio. @throws UsageError, ApiError */
export async function linkToStudio(terminal: Terminal, options: StudioOptions): Promise<number> {
  const { name = DEFAULT_NAME } = options;
  const chosen = options.scope?.map(parseScope);
  const client = await connect(options, terminal);
  const scopes = chosen ?? (await client.read(callerBodySchema, (irs) => irs.session.current())).scopes;
  const { url } = await client.read(sessionLinkBodySchema, (irs) => irs.session.invite({ name, scopes }));
  await write(terminal.out, `${url}\n`);
  const session = `Signs in once, within five minutes, as ${printable(name)}. Scopes: ${scopes.join(", ")}.`;
  await write(terminal.err, `${session}\n`);
  if (options.open !== true || (await openInBrowser(url, terminal.env))) return EXIT.ok;
  await write(
    terminal.err,
    "The browser could not be opened. Open the link yourself, or set BROWSER to its command.\n",
  );
  return EXIT.issues;
}
