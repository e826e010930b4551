import type { Command } from "commander";
import { examples } from "../help-layout.js";
import type { RunAction } from "../run-action.js";

/** `irs local`: the service that `npm start` runs in this folder. */
export function addLocalCommands(program: Command, run: RunAction): void {
  const local = program
    .command("local")
    .summary("Change the service that runs in this folder.")
    .description('Changes the service that "npm start" runs in this folder.')
    .addHelpText("after", examples("irs local advance 91d"));
  local
    .command("advance")
    .summary("Make stored files older, and archive or delete what is due.")
    .description(
      `Makes the stored files of the local service older, and then archives or deletes what is due by the lifecycle rules of the stack. Copies at the local edge become older too.

Nothing else moves: signed URLs, sessions, keys, schedules and the times of jobs stay as they are.`,
    )
    .argument("<time>", "How much older: days or hours, such as 91d or 12h.")
    .addHelpText("after", examples("irs local advance 91d", "irs local advance 12h"))
    .action((time: string) =>
      run(async (terminal) => {
        const { advanceLocal } = await import("../actions/local-advance.js");
        return await advanceLocal(terminal, time);
      }),
    );
}
