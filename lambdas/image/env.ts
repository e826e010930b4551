/** The image function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const imageEnvironmentSchema = z.object({ ...commonEnvironment });
