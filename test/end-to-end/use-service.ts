import { afterAll, beforeAll } from "@jest/globals";
import { makeStateFolder, Service, type StackSettings, type StateFolder } from "./service.js";
import { StackAccess } from "./stack-access.js";

const START_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 30_000;

/**
 * Starts the service before the tests of a file, with an empty state, and stops it after them. Call it at the top level of
 * a test file. Both objects can be used in hooks that are defined later, and in tests.
 */
export function useService(settings: StackSettings = {}): { readonly service: Service; readonly stack: StackAccess } {
  const service = new Service(settings);
  const stack = new StackAccess(service);
  let state: StateFolder | undefined;
  let hasStarted = false;

  beforeAll(async () => {
    state = makeStateFolder();
    await service.start(state.dir);
    hasStarted = true;
    await stack.open();
  }, START_WITHIN_MS);

  afterAll(async () => {
    stack.close();
    if (hasStarted) await service.stop();
    state?.remove();
  }, STOP_WITHIN_MS);

  return { service, stack };
}
