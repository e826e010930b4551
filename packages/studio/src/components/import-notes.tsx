import { importSvg as texts } from "../messages/en/import-svg.js";
import "./import-notes.css";

interface ImportNotesProps {
  readonly notes: readonly { readonly message: string; readonly line: number | undefined }[];
}

/** Lists what an import could not keep, with the places in the file. */
export function ImportNotes({ notes }: ImportNotesProps) {
  return (
    <ul class="import-notes">
      {notes.map(({ message, line }) => (
        <li key={`${line ?? ""} ${message}`}>
          {line !== undefined && <span class="quiet">{texts.line(line)} </span>}
          {message}
        </li>
      ))}
    </ul>
  );
}
