import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../../../service/resources.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import type { JsonWork } from "./json-work.js";

interface Opened {
  /** Undefined while the code is loaded. */
  readonly work: JsonWork | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** Loads the editor for code, and opens it in an element. It is as large as the rest of the editor. */
export function useCodeEditor(host: RefObject<HTMLElement | null>, state: EditorState, preview: DraftPreview): Opened {
  const [work, setWork] = useState<JsonWork>();
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let opened: JsonWork | undefined;
    setError(undefined);
    import("./json-work.js").then(
      (module) => {
        if (isOver || host.current === null) return;
        opened = new module.JsonWork(host.current, state, preview);
        setWork(opened);
      },
      (thrown: unknown) => setError(asError(thrown)),
    );
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [state, attempt]);
  return { work, error, retry: () => setAttempt((number) => number + 1) };
}
