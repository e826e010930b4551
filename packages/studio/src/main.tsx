/** Starts the studio in the page. */
import "./design/fonts.css";
import "./design/tokens.css";
import "./design/base.css";
import { render } from "preact";
import { App } from "./app.js";
import { startTheme } from "./design/theme.js";
import { startRouter } from "./router/location.js";
import { startReconnecting } from "./service/reconnect.js";
import { startSession } from "./session/session.js";
import { keepFocus } from "./shell/keep-focus.js";
import { startKeys } from "./shell/keys.js";

startTheme();
startRouter();
startKeys();
keepFocus();
startReconnecting();
void startSession();

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
