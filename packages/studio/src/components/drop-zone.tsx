import { Upload } from "lucide";
import { useRef, useState } from "preact/hooks";
import { Button } from "./button.js";
import "./drop-zone.css";

interface DropZoneProps {
  /** The instruction, for example “Drop images or fonts here, or choose files.” */
  readonly label: string;
  readonly hint?: string;
  /** The text of the button that opens the dialog of the browser. */
  readonly action: string;
  /** Media types and extensions, as the attribute `accept` of an input has them. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place for files: they are dropped, pasted, or chosen with the button. */
export function DropZone({ label, hint, action, accept, isMultiple = false, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  // Elements inside of the zone end and begin drags too, so they are counted.
  const [depth, setDepth] = useState(0);
  const take = (files: FileList | null | undefined): void => {
    const list = [...(files ?? [])];
    if (list.length > 0) onFiles(isMultiple ? list : list.slice(0, 1));
  };
  return (
    <div
      class={`drop-zone${depth > 0 ? " active" : ""}`}
      onDragEnter={(event) => {
        event.preventDefault();
        setDepth(depth + 1);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDepth(Math.max(depth - 1, 0))}
      onDrop={(event) => {
        event.preventDefault();
        setDepth(0);
        take(event.dataTransfer?.files);
      }}
      onPaste={(event) => take(event.clipboardData?.files)}
    >
      <div>
        <p>{label}</p>
        {hint !== undefined && <p class="quiet">{hint}</p>}
      </div>
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {action}
      </Button>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={action}
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
