import { type ContainerNode, type FunctionComponent, h, render } from "preact";

/** A component that only calls a hook, and what the hook returned. */
export interface RunningHook<Result> {
  /** The latest result of the hook. */
  readonly result: Result;
  /** Everything that the hook has returned, the oldest first. */
  readonly results: readonly Result[];
  /** Runs the hook again, as its component does when a value from outside changes. */
  again(): void;
  /** Removes the component. Its effects are cleaned up as in a page: when the next frame is drawn, or 35 milliseconds later. */
  end(): void;
}

/** Runs a hook in a component that shows nothing, so that it needs no browser. Effects run as they do in a page. */
export function runHook<Result>(hook: () => Result): RunningHook<Result> {
  const results: Result[] = [];
  const Component: FunctionComponent<{ readonly run: number }> = () => {
    results.push(hook());
    return null;
  };
  const container = emptyContainer();
  let runs = 0;
  // A component that reads signals runs again only when its properties are different.
  const again = (): void => render(h(Component, { run: ++runs }), container);
  again();
  return {
    get result() {
      return results.at(-1) as Result;
    },
    results,
    again,
    end: () => render(null, container),
  };
}

/** Stands in for an element of a page. A component that shows nothing puts nothing into it. */
function emptyContainer(): ContainerNode {
  const container = { nodeType: 1, firstChild: null, childNodes: [], parentNode: null };
  return container as unknown as ContainerNode;
}

/** More than a minute. The limit only ends a wait that cannot succeed, even in a test that has stopped the clock. */
const MAX_LOOKS = 60_000;

/** Waits until effects and promises have made something true. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let look = 0; !isTrue(); look++) {
    if (look === MAX_LOOKS) throw new Error("Waited for something that did not happen.");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
