import { useEffect } from "preact/hooks";
import { shell, signIn as texts } from "../messages/en/common.js";
import { linkProblem } from "./session.js";
import { SignInForm } from "./sign-in-form.js";
import "./sign-in-page.css";

/** The page for a person who is not signed in. */
export function SignInPage() {
  useEffect(() => {
    document.title = `${texts.submit} · ${shell.home}`;
  }, []);
  return (
    <main class="sign-in">
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.lead}</p>
      {linkProblem.value !== undefined && (
        <p class="sign-in-problem" role="alert">
          {texts.linkFailed}
        </p>
      )}
      <SignInForm />
    </main>
  );
}
