import { ApiError } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../components/button.js";
import { TextField } from "../components/field.js";
import { signIn as texts, states } from "../messages/en/common.js";
import { asError } from "../service/resources.js";
import { signIn } from "./session.js";

/** The field for an API key. The key is sent once, and not kept. */
export function SignInForm() {
  const [apiKey, setApiKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || apiKey.trim() === "") return;
    setBusy(true);
    setError(undefined);
    try {
      await signIn(apiKey.trim());
      setApiKey("");
    } catch (thrown) {
      setError(sentenceFor(asError(thrown)));
    }
    setBusy(false);
  };
  return (
    <form class="sign-in-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.key}
        hint={texts.keyHint}
        error={error}
        value={apiKey}
        onInput={setApiKey}
        type="password"
        autocomplete="current-password"
        isMono
        hasFocus
      />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {texts.submit}
      </Button>
    </form>
  );
}

function sentenceFor(error: Error): string {
  if (!(error instanceof ApiError)) return states.offline;
  return error.status === 401 ? texts.wrongKey : error.message;
}
