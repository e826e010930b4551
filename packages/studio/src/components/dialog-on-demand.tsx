import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { states } from "../messages/en/common.js";
import { asError } from "../service/resources.js";
import { Dialog } from "./dialog.js";
import { ErrorNotice, ProgressLine } from "./states.js";

interface DialogPart {
  readonly onClose: () => void;
}

/**
 * Returns a component that shows a dialog whose code is loaded when it is first opened.
 * If the code cannot be loaded, a dialog with the same title shows the error, and offers to try again.
 *
 * @param load imports the component of the dialog
 */
export function dialogOnDemand<Props extends DialogPart>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function DialogOnDemand(props: Props) {
    const [, setLoaded] = useState(loaded);
    const [error, setError] = useState<Error>();
    const start = (): void => {
      setError(undefined);
      load().then(
        (found) => {
          loaded = found;
          setLoaded(() => found);
        },
        (thrown: unknown) => setError(asError(thrown)),
      );
    };
    useEffect(() => {
      if (loaded === undefined) start();
    }, []);
    const Found = loaded;
    if (Found !== undefined) return <Found {...props} />;
    if (error === undefined) return <ProgressLine isShown />;
    return (
      <Dialog title={title} onClose={props.onClose}>
        <ErrorNotice what={states.pageFailed} error={error} onRetry={start} />
      </Dialog>
    );
  };
}
