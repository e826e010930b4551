import type { Scenario } from "../scenario.js";
import { ACCESS_SCENARIOS } from "./access.js";
import { BATCH_SCENARIOS } from "./batches.js";
import { IMAGE_SCENARIOS } from "./images.js";
import { OPERATOR_SCENARIOS } from "./operators.js";
import { READER_SCENARIOS } from "./readers.js";
import { RENDER_SCENARIOS } from "./renders.js";
import { REPAIR_SCENARIOS } from "./repairs.js";
import { TEMPLATE_SCENARIOS } from "./templates.js";

export const SCENARIOS: readonly Scenario[] = [
  ...RENDER_SCENARIOS,
  ...REPAIR_SCENARIOS,
  ...BATCH_SCENARIOS,
  ...IMAGE_SCENARIOS,
  ...TEMPLATE_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...READER_SCENARIOS,
  ...OPERATOR_SCENARIOS,
];
