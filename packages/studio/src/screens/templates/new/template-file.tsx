import { useSignal } from "@preact/signals";
import { DropZone } from "../../../components/drop-zone.js";
import { ErrorNotice } from "../../../components/states.js";
import { importSvg as importTexts } from "../../../messages/en/import-svg.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import type { ImportNote } from "../../../service/import-svg/import-svg-file.js";
import { asError } from "../../../service/resources.js";

/** A template document as JSON. */
export interface ReadFile {
  readonly name: string;
  readonly text: string;
  /** The parts that an import could not keep. */
  readonly notes?: readonly ImportNote[];
}

interface TemplateFileProps {
  readonly onRead: (file: ReadFile) => void;
}

/** Reads a template document from a file, or makes one from an SVG. */
export function TemplateFile({ onRead }: TemplateFileProps) {
  const running = useSignal<string | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    error.value = undefined;
    running.value = importTexts.importing(file.name);
    try {
      onRead(isSvg(file) ? await importFile(file) : { name: file.name, text: await file.text() });
    } catch (thrown) {
      error.value = asError(thrown);
    } finally {
      running.value = undefined;
    }
  };
  return (
    <section aria-labelledby="from-file">
      <h2 id="from-file">{texts.file}</h2>
      <p class="quiet">{texts.fileLead}</p>
      <DropZone
        label={texts.drop}
        action={texts.choose}
        accept=".json,application/json,.svg,image/svg+xml"
        onFiles={([file]) => void read(file)}
      />
      {running.value !== undefined && <p role="status">{running.value}</p>}
      {error.value !== undefined && <ErrorNotice what={texts.importFailed} error={error.value} />}
    </section>
  );
}

function isSvg({ type, name }: File): boolean {
  return type === "image/svg+xml" || /\.svg$/i.test(name);
}

async function importFile(file: File): Promise<ReadFile> {
  // Few people import, so the importer is not a part of the page.
  const { importSvgFile } = await import("../../../service/import-svg/import-svg-file.js");
  const name = file.name.replace(/\.svg$/i, "");
  const { document, notes } = await importSvgFile(await file.text(), name);
  return { name, text: JSON.stringify(document, undefined, 2), notes };
}
