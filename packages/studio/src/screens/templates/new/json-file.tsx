import { DropZone } from "../../../components/drop-zone.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";

interface JsonFileProps {
  readonly onRead: (file: { readonly name: string; readonly text: string }) => void;
}

/** Reads a template document from a file. */
export function JsonFile({ onRead }: JsonFileProps) {
  const read = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onRead({ name: file.name, text: await file.text() });
  };
  return (
    <section aria-labelledby="from-file">
      <h2 id="from-file">{texts.file}</h2>
      <p class="quiet">{texts.fileLead}</p>
      <DropZone
        label={texts.drop}
        action={texts.choose}
        accept=".json,application/json"
        onFiles={([file]) => void read(file)}
      />
    </section>
  );
}
