/** The targets that the columns of a sheet can fill: the variables of a template and the attributes of its layers. */
import type { FieldModel, FormModel } from "../../try-it/form/form-model.js";

/** A value of a request that a column can fill. */
export interface Target {
  /** The path of the value in a request, for example `layers.title.text`. Issues of the service use this path. */
  readonly id: string;
  /** The name of the variable or of the layer. */
  readonly name: string;
  /** The attribute of the layer. Undefined for a variable. */
  readonly attribute: string | undefined;
  readonly field: FieldModel;
  /** Whether the value is a list of rows, which a cell contains as JSON. */
  readonly isList: boolean;
  /** Whether a template is usually filled with this value. The other targets are listed below. */
  readonly isMain: boolean;
}

/** Lists the targets of a form, the most used ones first. */
export function targetsOf(form: FormModel): readonly Target[] {
  const variables = form.fields.map((field): Target => variable(field, false));
  const lists = form.lists.map(({ name, isRequired }) =>
    variable({ ...LIST, key: name, label: name, isRequired }, true),
  );
  const attributes = form.layers.flatMap(({ name, main, more }) => [
    ...main.map((field): Target => attribute(name, field, true)),
    ...more.map((field): Target => attribute(name, field, false)),
  ]);
  return [
    ...variables,
    ...lists,
    ...attributes.filter(({ isMain }) => isMain),
    ...attributes.filter(({ isMain }) => !isMain),
  ];
}

const LIST: Omit<FieldModel, "key" | "label" | "isRequired"> = {
  control: "text",
  fallback: "",
  options: [],
  min: undefined,
  max: undefined,
  maxLength: undefined,
};

function variable(field: FieldModel, isList: boolean): Target {
  return { id: `variables.${field.key}`, name: field.key, attribute: undefined, field, isList, isMain: true };
}

function attribute(layer: string, field: FieldModel, isMain: boolean): Target {
  return { id: `layers.${layer}.${field.key}`, name: layer, attribute: field.key, field, isList: false, isMain };
}
