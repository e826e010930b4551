/** The CDK app. It reads the settings and creates the stack. */
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { ImageRenderStack } from "../lib/image-render-stack.js";
import { readSettings } from "../lib/settings.js";

const app = new App();
const settings = readSettings(app);
new ImageRenderStack(app, `ImageRender-${settings.stageName}`, {
  settings,
  description: "Turns templates into pictures by an API call or a signed URL",
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
