/** Code of the canvas that is loaded when it is needed, so that the page of the editor opens sooner. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { toast } from "../../../components/toasts.js";
import { asError } from "../../../service/resources.js";

/** Returns a component once it is wanted and its code is there. If the code cannot be loaded, a message says so. */
export function useLoaded<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<Props> }>();
  useEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    let isOver = false;
    load().then(
      (component) => {
        if (!isOver) setLoaded({ component });
      },
      (thrown: unknown) => toast(asError(thrown).message),
    );
    return () => void (isOver = true);
  }, [isWanted]);
  return isWanted ? loaded?.component : undefined;
}
