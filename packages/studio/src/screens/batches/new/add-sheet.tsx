import { FileDown } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { DropZone } from "../../../components/drop-zone.js";
import { TextField } from "../../../components/field.js";
import { ErrorNotice } from "../../../components/states.js";
import { newBatch as texts } from "../../../messages/en/batches.js";
import { navigate, pathTo } from "../../../router/location.js";
import { asError } from "../../../service/resources.js";
import { saveFile } from "../../../service/save-file.js";
import { workspaceId } from "../../../session/session.js";
import { exampleSheet } from "../model/example-sheet.js";
import { guessColumns } from "../model/guess-columns.js";
import { newSheet, type SheetTemplate } from "../model/sheet.js";
import { type RawCell, tableOf } from "../model/table.js";
import type { Target } from "../model/targets.js";
import { writeCsv } from "../model/write-csv.js";
import { readFile, readText, SHEET_FILES, UnreadableSheet } from "../read/read-cells.js";
import { addSheet } from "../store/sheet-store.js";

interface AddSheetProps {
  readonly template: SheetTemplate;
  readonly targets: readonly Target[];
}

/** Takes a sheet as a file or as pasted cells, keeps it in the browser, and opens its page. */
export function AddSheet({ template, targets }: AddSheetProps) {
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const take = async (name: string, read: () => Promise<readonly (readonly RawCell[])[]>): Promise<void> => {
    setReading(true);
    setProblem(undefined);
    setFailure(undefined);
    const table = await read().then(tableOf, (error: unknown) =>
      error instanceof UnreadableSheet ? error.reason : ("failed" as const),
    );
    setReading(false);
    if (typeof table === "string") {
      setProblem(texts.unreadable[table]);
      return;
    }
    const id = crypto.randomUUID();
    const mapping = guessColumns(table, targets);
    const createdAt = new Date().toISOString();
    try {
      await addSheet(newSheet({ ...table, id, workspaceId: workspaceId(), name, createdAt, template, mapping }));
      navigate(pathTo("batches", id), { replace: true });
    } catch (error) {
      setFailure(asError(error));
    }
  };
  const takePasted = (text: string): void => {
    setPasted(text);
    if (text.trim() !== "") void take(texts.pastedName, () => readText(text));
  };
  const saveExample = (): void => {
    const content = new Blob([writeCsv(exampleSheet(targets))], { type: "text/csv" });
    void saveFile(texts.exampleName(template.name), content);
  };
  return (
    <section class="batch-section" aria-labelledby="sheet-title">
      <h2 id="sheet-title">{texts.sheetTitle}</h2>
      <DropZone
        label={texts.drop}
        hint={texts.dropHint}
        action={texts.choose}
        accept={SHEET_FILES}
        onFiles={([file]) => file !== undefined && void take(file.name, () => readFile(file))}
      />
      <TextField
        label={texts.paste}
        hint={texts.pasteHint}
        value={pasted}
        onInput={takePasted}
        rows={3}
        isMono
        error={problem}
      />
      {isReading && (
        <p class="quiet" role="status">
          {texts.reading}
        </p>
      )}
      {failure !== undefined && <ErrorNotice what={texts.storeFailed} error={failure} />}
      <p>
        <Button icon={FileDown} onClick={saveExample}>
          {texts.example}
        </Button>
      </p>
    </section>
  );
}
