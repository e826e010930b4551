import type { Render } from "@image-render/client";
import { Ban, Download, LayoutTemplate, Pencil, RotateCw, Trash2 } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyButton } from "../../components/copy.js";
import { Menu, type MenuItem } from "../../components/menu.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { actions, states } from "../../messages/en/common.js";
import { renderPage as texts, rerender } from "../../messages/en/renders.js";
import { navigate, pathTo } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate, setData } from "../../service/resources.js";
import { useCommands } from "../../shell/commands.js";
import { DeleteRenderDialog } from "./delete-render-dialog.js";
import { picturePath } from "./describe-render.js";
import { RerenderDialog } from "./rerender-dialog.js";

/** The actions that a person can take on a render. */
export function RenderActions({ render, name }: { readonly render: Render; readonly name: string }) {
  const [dialog, setDialog] = useState<"delete" | "change">();
  const [running, setRunning] = useState<"again" | "cancel">();
  const [failure, setFailure] = useState<{
    readonly what: string;
    readonly unchanged: string;
    readonly error: Error;
  }>();
  const { id } = render;
  const path = picturePath(render);
  const hasEnded = render.status !== "queued";
  const run = async (kind: "again" | "cancel", work: () => Promise<void>): Promise<void> => {
    setRunning(kind);
    setFailure(undefined);
    try {
      await work();
    } catch (thrown) {
      const what = kind === "again" ? texts.actionFailed : texts.cancelFailed;
      const unchanged = kind === "again" ? texts.actionUnchanged : states.unchanged;
      setFailure({ what, unchanged, error: asError(thrown) });
    }
    setRunning(undefined);
  };
  const again = () => run("again", () => repeat(id));
  const cancel = () => run("cancel", () => cancelRender(id));
  const items = itemsFor(render, () => setDialog("delete"));
  useCommands(
    () =>
      hasEnded
        ? [
            { label: texts.again, key: "r", run: () => void again() },
            { label: texts.change, key: "e", run: () => setDialog("change") },
            { label: texts.remove, run: () => setDialog("delete") },
          ]
        : [{ label: texts.cancel, run: () => void cancel() }],
    [id, hasEnded],
  );
  return (
    <>
      {hasEnded ? (
        <>
          <Button
            kind={path === undefined ? "primary" : "plain"}
            icon={RotateCw}
            isBusy={running === "again"}
            onClick={() => void again()}
          >
            {texts.again}
          </Button>
          <Button icon={Pencil} title={texts.change} onClick={() => setDialog("change")}>
            {rerender.button}
          </Button>
        </>
      ) : (
        <Button icon={Ban} isBusy={running === "cancel"} onClick={() => void cancel()}>
          {texts.cancel}
        </Button>
      )}
      {path !== undefined && (
        <>
          <CopyButton text={new URL(path, location.origin).href} label={texts.copyLink} />
          <Button kind="primary" icon={Download} href={`${path}&download=1`} download="">
            {actions.download}
          </Button>
        </>
      )}
      <Menu label={texts.more} items={items} />
      {failure !== undefined && (
        <div class="render-action-failed">
          <ErrorNotice {...failure} />
        </div>
      )}
      {dialog === "delete" && <DeleteRenderDialog id={id} onClose={() => setDialog(undefined)} />}
      {dialog === "change" && <RerenderDialog render={render} name={name} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function itemsFor(render: Render, onDelete: () => void): readonly MenuItem[] {
  const template = { label: texts.openTemplate, icon: LayoutTemplate, href: pathTo("templates", render.template) };
  if (render.status === "queued") return [template];
  return [template, { label: texts.remove, icon: Trash2, isDanger: true, onSelect: onDelete }];
}

async function repeat(id: string): Promise<void> {
  const created = await irs.renders.rerender(id);
  invalidate("renders/list");
  toast(rerender.created);
  navigate(pathTo("renders", created.id));
}

async function cancelRender(id: string): Promise<void> {
  const canceled = await irs.renders.cancel(id);
  setData<Render>(`renders/one/${id}`, () => canceled);
  invalidate("renders/list");
  toast(texts.canceled);
}
