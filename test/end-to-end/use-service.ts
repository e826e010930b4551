import { afterAll, beforeAll, jest } from "@jest/globals";
import { makeStateFolder, Service, type StackSettings, type StateFolder } from "./service.js";
import { StackAccess } from "./stack-access.js";

/** For each test and each hook. They wait for conditions, so this limit only ends a wait that has no hope. */
const TEST_TIMEOUT_MS = 180_000;

/**
 * Starts the service before the tests of a file, with an empty state, and stops it after them. Call it at the top level of
 * a test file. Both objects can be used in hooks that are defined later, and in tests.
 *
 * @param options further options of the command line
 */
export function useService(
  settings: StackSettings = {},
  options: readonly string[] = [],
): { readonly service: Service; readonly stack: StackAccess } {
  jest.setTimeout(TEST_TIMEOUT_MS);
  const service = new Service(settings, options);
  const stack = new StackAccess(service);
  let state: StateFolder | undefined;
  let hasStarted = false;

  beforeAll(async () => {
    state = makeStateFolder();
    await service.start(state.dir);
    hasStarted = true;
    await stack.open();
  });

  afterAll(async () => {
    stack.close();
    if (hasStarted) await service.stop();
    state?.remove();
  });

  return { service, stack };
}
