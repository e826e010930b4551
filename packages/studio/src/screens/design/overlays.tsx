import { Copy, Pencil, Trash2 } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { Menu } from "../../components/menu.js";
import { toast } from "../../components/toasts.js";
import { dialogs } from "../../messages/en/common.js";
import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

type Opened = "small" | "large" | "destroying";

const nothing = (): void => undefined;
const MENU = [
  { label: texts.dialogTitle, icon: Pencil, onSelect: nothing },
  { label: texts.withIcon, icon: Copy, onSelect: nothing, unavailable: texts.menuUnavailable },
  { label: texts.kinds.danger, icon: Trash2, onSelect: nothing, isDanger: true },
];

/** The elements that float above a screen. */
export function Overlays() {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  return (
    <Part id="overlays" title={texts.overlays} lead={texts.overlaysLead}>
      <div class="specimen-grid">
        <Specimen label={texts.dialogs} isRow>
          <Button onClick={() => setOpened("small")}>{texts.openDialog}</Button>
          <Button onClick={() => setOpened("large")}>{texts.openLarge}</Button>
          <Button onClick={() => setOpened("destroying")}>{texts.openDestroying}</Button>
        </Specimen>
        <Specimen label={texts.messages} isRow>
          <Button onClick={() => toast(texts.toast)}>{texts.showToast}</Button>
          <Button onClick={() => toast(texts.deleted, () => toast(texts.undone))}>{texts.showUndo}</Button>
        </Specimen>
        <Specimen label={texts.menu} isRow>
          <Menu label={texts.menuLabel} items={MENU} side="start" />
        </Specimen>
      </div>
      {(opened === "small" || opened === "large") && <SampleDialog size={opened} onClose={close} />}
      {opened === "destroying" && <DestroyingDialog onClose={close} />}
    </Part>
  );
}

function SampleDialog({ size, onClose }: { readonly size: "small" | "large"; readonly onClose: () => void }) {
  const [name, setName] = useState(texts.rows[0] ?? "");
  return (
    <Dialog
      title={texts.dialogTitle}
      size={size}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="primary" onClick={onClose}>
            {texts.save}
          </Button>
        </>
      }
    >
      <p class="quiet">{texts.dialogText}</p>
      <TextField label={texts.table.name} value={name} onInput={setName} hasFocus />
    </Dialog>
  );
}

function DestroyingDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog
      title={texts.destroyTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="danger" isDisabled={typed !== "Web shop"} onClick={onClose}>
            {texts.kinds.danger}
          </Button>
        </>
      }
    >
      <p>{texts.destroyText}</p>
      <TextField label={texts.destroyType} value={typed} onInput={setTyped} hasFocus />
    </Dialog>
  );
}
