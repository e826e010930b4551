/** `npm start`: runs the whole service on this machine. */
import { runProgram } from "run-cdk-out";
import { localService } from "./local-service.js";

await runProgram(localService("npm start --"));
