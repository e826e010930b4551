/**
 * `npm run studio:screenshots` takes the pictures of `docs/studio.md`: it starts the service with an empty state, fills it
 * with data, and opens the screens in a browser. `-- --only usage` takes those of one screen. `-- --stay` takes none: the
 * service keeps running until Ctrl-C, to look at the screens with data.
 */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { ImageRenderService } from "@image-render/client";
import { makeStateFolder, Service } from "../../test/end-to-end/service.js";
import { StackAccess } from "../../test/end-to-end/stack-access.js";
import { launchBrowser } from "../browser/launch-browser.js";
import { type Seeded, SCREENS } from "./screens.js";
import { seedAccount } from "./seed-account.js";
import { seedRenders } from "./seed-renders.js";
import { seedTemplates } from "./seed-templates.js";
import { seedUsage } from "./seed-usage.js";
import { takePictures } from "./take-pictures.js";

const FOLDER = "docs/images";

const { values } = parseArgs({ options: { only: { type: "string" }, stay: { type: "boolean", default: false } } });
const screens = SCREENS.filter(({ name }) => values.only === undefined || name === values.only);
if (screens.length === 0) throw new Error(`Choose one of: ${SCREENS.map(({ name }) => name).join(", ")}.`);

const service = new Service();
const state = makeStateFolder();
await service.start(state.dir);
try {
  const { baseUrl, apiKey } = service.connection;
  const irs = new ImageRenderService({ baseUrl, apiKey });
  const seeded = await seed(irs);
  const { url: link } = await irs.session.invite({
    name: "Ada Lovelace",
    scopes: ["render", "templates", "admin", "operator"],
  });
  if (values.stay) {
    process.stdout.write(`${link}\nAPI key ${apiKey}\nStop with Ctrl-C.\n`);
    await once(process, "SIGINT");
  } else {
    const browser = await launchBrowser();
    await takePictures(browser, screens, { baseUrl, link, seeded, folder: FOLDER });
    await browser.close();
  }
  seeded.stop();
} finally {
  await service.stop();
  state.remove();
}

/** Fills the service with data. The first workspace becomes one with a monthly limit, as most have. */
async function seed(irs: ImageRenderService): Promise<Seeded> {
  const { workspaceId } = service.connection;
  await irs.workspaces.update(workspaceId, { name: "The Harbor Review", plan: "team" });
  const templates = await seedTemplates(irs);
  await seedAccount(irs);
  const renders = await seedRenders(irs, templates);
  const stack = new StackAccess(service);
  await stack.open();
  const today = new Date().toISOString();
  await seedUsage(stack, { workspaceId, month: today.slice(0, 7), lastDay: Number(today.slice(8, 10)) });
  stack.close();
  return { ...renders, templates };
}
