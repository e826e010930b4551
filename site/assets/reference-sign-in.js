/* global document, fetch */

/** A failed attempt to sign in, with a sentence for the reader. */
class SignInError extends Error {}

/** Checks a key by reading with it. The functions of reference-examples.js choose the template. */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
async function readWithKey(apiKey, choose) {
  const get = async (path) => {
    const response = await fetch(path, { headers: { authorization: `Bearer ${apiKey}` } });
    if (response.ok) return await response.json();
    const { error, requestId } = await response.json().catch(() => ({}));
    if (response.status === 401) {
      throw new SignInError("The service does not know this key. Copy the whole key again: it begins with irs_.");
    }
    // The key is valid, but may not read templates.
    if (response.status === 403) return { templates: [] };
    throw new SignInError(
      `The key could not be checked: ${error ?? response.status} Request ${requestId ?? "unknown"}.`,
    );
  };
  try {
    return await choose(get);
  } catch (error) {
    if (error instanceof SignInError) throw error;
    throw new SignInError("The service did not respond. Check the connection, then try again.");
  }
}

/** The button that opens the dialog. It says whether there is a key, not only by its lock. */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
function createSignInButton({ React: { createElement: element } }) {
  return function SignInButton({ isAuthorized, showPopup, onClick, getComponent }) {
    const icon = getComponent(isAuthorized ? "LockAuthIcon" : "UnlockAuthIcon", true);
    return element(
      "div",
      { className: "auth-wrapper" },
      element(
        "button",
        { type: "button", className: "btn authorize", "aria-haspopup": "dialog", onClick },
        element("span", null, isAuthorized ? "Signed in" : "Authorize"),
        element(icon),
      ),
      showPopup && element(getComponent("authorizationPopup", true)),
    );
  };
}

/** The dialog behind “Authorize”: the key's field is the first one, and has the focus. */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
function createSignIn({ React, signIn, signOut, isSignedIn, close }) {
  const { createElement: element, useEffect, useRef, useState } = React;

  const field = (problem, isBusy) => [
    element("label", { key: "label", htmlFor: "api-key" }, "API key"),
    element("input", {
      key: "input",
      id: "api-key",
      name: "api-key",
      type: "text",
      placeholder: "irs_…",
      autoComplete: "off",
      autoCapitalize: "off",
      spellCheck: false,
      autoFocus: true,
      required: true,
      readOnly: isBusy,
      "aria-invalid": problem !== "",
      "aria-describedby": "api-key-problem api-key-help",
    }),
    element("p", { key: "problem", id: "api-key-problem", className: "problem", role: "alert" }, problem),
    element("p", { key: "help", id: "api-key-help", className: "help" }, [
      element("code", { key: "start" }, "npm start"),
      " prints a key. For a deployed service, the command in the stack’s output ",
      element("code", { key: "output" }, "ApiKeyCommand"),
      " does. This page keeps the key until you close or reload it.",
    ]),
  ];

  const buttons = (main, isBusy) =>
    element(
      "div",
      { className: "buttons" },
      element("button", { type: "button", className: "button", onClick: close }, isSignedIn() ? "Close" : "Cancel"),
      element("button", { type: "submit", className: "button main", disabled: isBusy }, main),
    );

  return function SignIn() {
    const dialog = useRef(null);
    const [problem, setProblem] = useState("");
    const [isBusy, setBusy] = useState(false);
    const [wasSignedIn] = useState(isSignedIn());

    useEffect(() => {
      const opener = document.activeElement;
      dialog.current.showModal();
      return () => opener?.focus?.();
    }, []);

    async function submit(event) {
      event.preventDefault();
      if (wasSignedIn) {
        signOut();
        return close();
      }
      setBusy(true);
      setProblem("");
      try {
        await signIn(event.target.elements["api-key"].value.trim());
        return close();
      } catch (error) {
        setProblem(error.message);
        setBusy(false);
        return dialog.current?.querySelector("input")?.focus();
      }
    }

    return element(
      "dialog",
      { ref: dialog, className: "sign-in", "aria-labelledby": "sign-in-title", onClose: close },
      element(
        "form",
        { onSubmit: submit },
        element("h2", { id: "sign-in-title" }, wasSignedIn ? "Signed in" : "Sign in with an API key"),
        ...(wasSignedIn
          ? [element("p", { key: "state", className: "help" }, "“Try it out” sends your key.")]
          : field(problem, isBusy)),
        buttons(wasSignedIn ? "Sign out" : "Authorize", isBusy),
      ),
    );
  };
}
