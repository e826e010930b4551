/** Opens a page and a service for each test of a file. */
import { afterEach, beforeEach, jest } from "@jest/globals";
import { stopClock } from "./clock.js";
import { openPage, type TestPage } from "./page.js";
import { openService, type TestService } from "./service.js";
import { leaveAll } from "./shown-hooks.js";

/** The page and the service of the test that runs. */
export interface CurrentPage {
  readonly page: TestPage;
  readonly service: TestService;
}

/**
 * Opens a page and a service without routes before each test, with a stopped clock, and takes everything away after it.
 *
 * @param forgetAll the function of `resources.js`, which some files import only when a page is open
 */
export function usePage(forgetAll: () => void): CurrentPage {
  let current: CurrentPage | undefined;
  const demand = (): CurrentPage => {
    if (current === undefined) throw new Error("No test is running.");
    return current;
  };

  beforeEach(() => {
    stopClock();
    current = { page: openPage(), service: openService() };
  });

  afterEach(async () => {
    await leaveAll();
    forgetAll();
    demand().service.close();
    demand().page.close();
    jest.useRealTimers();
  });

  return {
    get page() {
      return demand().page;
    },
    get service() {
      return demand().service;
    },
  };
}
