/** Checks the words of a command line that are no options. */
import { uuidSchema } from "../core/contract/values.js";
import { UsageError } from "./arguments.js";

/** @throws UsageError when there is any */
export function expectNone(operands: readonly string[]): void {
  if (operands.length > 0) throw new UsageError(`${operands.join(", ")} is too much; this command takes options only.`);
}

/** The only operand. `question` asks for it when it is missing. @throws UsageError */
export function expectOne(operands: readonly string[], question: string): string {
  const [first, ...others] = operands;
  if (first === undefined || first === "") throw new UsageError(question);
  if (others.length > 0) throw new UsageError(`${others.join(", ")} is too much; put a name with blanks into quotes.`);
  return first;
}

/** The only operand, which must be an id. @throws UsageError */
export function expectId(operands: readonly string[], question: string): string {
  const text = expectOne(operands, question);
  const id = uuidSchema.safeParse(text);
  if (!id.success) throw new UsageError(`${text} is no id; the command list shows them.`);
  return id.data;
}
