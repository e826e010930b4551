import { afterAll, beforeAll } from "@jest/globals";
import { lendStack } from "./kept-stacks.js";
import { makeStateFolder, Service, type StackSettings, type StateFolder } from "./service.js";
import { StackAccess } from "./stack-access.js";

/**
 * Starts the service before the tests of a file, with a stack that nobody has used, and stops it after them. Call it at the top level of
 * a test file. Both objects can be used in hooks that are defined later, and in tests.
 *
 * @param options further options of the command line
 */
export function useService(
  settings: StackSettings = {},
  options: readonly string[] = [],
): { readonly service: Service; readonly stack: StackAccess } {
  const service = new Service(settings, options);
  const stack = new StackAccess(service);
  let state: StateFolder | undefined;
  let hasStarted = false;

  beforeAll(async () => {
    state = makeStateFolder();
    await lendStack(state.dir, settings);
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
