import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { importSvg as texts } from "../../../messages/en/import-svg.js";
import { ImportNotes } from "../../../components/import-notes.js";
import type { FileImports } from "./file-imports.js";

/** Shows the running step, and afterwards the parts that the import could not keep. */
export function ImportState({ imports }: { readonly imports: FileImports }) {
  const report = imports.report.value;
  const close = (): void => void (imports.report.value = undefined);
  return (
    <>
      {imports.running.value !== undefined && (
        <p class="editor-notice" role="status">
          {imports.running.value}
        </p>
      )}
      {report !== undefined && (
        <Dialog
          title={texts.notesTitle(report.name)}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {texts.close}
            </Button>
          }
        >
          <p>{texts.notesLead(report.layerCount)}</p>
          <ImportNotes notes={report.notes} />
        </Dialog>
      )}
    </>
  );
}
