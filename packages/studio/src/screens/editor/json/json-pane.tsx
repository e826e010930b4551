import { WandSparkles, X } from "lucide";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { IconButton } from "../../../components/button.js";
import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { editorJson as texts } from "../../../messages/en/editor-json.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import type { PlacedMark } from "./json-work.js";
import { useCodeEditor } from "./use-code-editor.js";
import "./json-pane.css";

interface JsonPaneProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly onClose: () => void;
}

/** The JSON of the document. What changes here changes on the canvas, and vice versa. */
export function JsonPane({ state, preview, onClose }: JsonPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const { work, error, retry } = useCodeEditor(host, state, preview);
  return (
    <section class="json-pane" aria-label={texts.title}>
      <header class="json-head">
        <h2>{texts.title}</h2>
        <IconButton
          label={texts.tidy}
          icon={WandSparkles}
          kind="quiet"
          isDisabled={work === undefined || work.isStale.value}
          onClick={() => work?.tidy()}
        />
        <IconButton label={texts.hide} icon={X} kind="quiet" onClick={onClose} />
      </header>
      <CodeHost host={host} isLoading={work === undefined && error === undefined} />
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} onRetry={retry} />}
      {work !== undefined && (
        <JsonState marks={work.marks.value} isStale={work.isStale.value} onGo={(offset) => work.goTo(offset)} />
      )}
    </section>
  );
}

interface CodeHostProps {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly isLoading: boolean;
}

function CodeHost({ host, isLoading }: CodeHostProps) {
  return (
    <div class="json-host" title={isLoading ? texts.loading : undefined} aria-busy={isLoading}>
      {isLoading && <Skeleton height="100%" />}
      <div class="json-host" ref={host} />
    </div>
  );
}

interface JsonStateProps {
  readonly marks: readonly PlacedMark[];
  readonly isStale: boolean;
  readonly onGo: (offset: number) => void;
}

/** The number of problems that are listed. The text marks all of them. */
const LISTED = 3;

/** Says whether the canvas shows this text, and what is wrong. */
function JsonState({ marks, isStale, onGo }: JsonStateProps) {
  const isWrong = isStale || marks.some(({ severity }) => severity === "error");
  return (
    <footer class={`json-state${isWrong ? " stale" : marks.length > 0 ? " warned" : ""}`}>
      <p role="status">{isWrong ? texts.stale : texts.same}</p>
      {marks.length > 0 && (
        <ul>
          {marks.slice(0, LISTED).map(({ from, line, message }) => (
            <li key={`${from} ${message}`}>
              <button type="button" aria-label={texts.goTo(line, message)} onClick={() => onGo(from)}>
                <strong>{texts.line(line)}</strong>
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
      {marks.length > LISTED && <p class="quiet">{texts.more(marks.length - LISTED)}</p>}
      <p class="visually-hidden">{texts.keys}</p>
    </footer>
  );
}
