import { Dialog } from "./components/dialog.js";
import { ErrorNotice } from "./components/states.js";
import { shell, signIn as texts } from "./messages/en/common.js";
import { OfferedLink } from "./session/offered-link.js";
import { offeredToken, readSession, session } from "./session/session.js";
import { SignInForm } from "./session/sign-in-form.js";
import { SignInPage } from "./session/sign-in-page.js";
import { isPaletteOpen } from "./shell/open-palette.js";
import { areShortcutsOpen } from "./shell/open-shortcuts.js";
import { PageView } from "./page-view.js";
import { Palette } from "./shell/palette.js";
import { Shell } from "./shell/shell.js";
import { Shortcuts } from "./shell/shortcuts.js";

/** The studio: the page to sign in, or the shell with the current page. */
export function App() {
  const current = session.value;
  if (current.kind === "loading") return <div class="shell" aria-busy="true" />;
  if (current.kind === "signed-out") return <SignInPage />;
  if (current.kind === "failed") {
    return (
      <main class="sign-in">
        <h1>{shell.home}</h1>
        <ErrorNotice what={texts.failedTitle} error={current.error} onRetry={() => void readSession()} />
      </main>
    );
  }
  return (
    <Shell caller={current.caller}>
      <PageView />
      {isPaletteOpen.value && <Palette />}
      {areShortcutsOpen.value && <Shortcuts />}
      {offeredToken.value !== undefined && (
        <OfferedLink token={offeredToken.value} workspace={current.caller.workspaceName} />
      )}
      {current.kind === "expired" && (
        <Dialog title={texts.expiredTitle} onClose={() => undefined} isClosable={false}>
          <p>{texts.expired}</p>
          <SignInForm />
        </Dialog>
      )}
    </Shell>
  );
}
