/**
 * The definition of one layer type in the contract. Everything else about layer types derives from these definitions.
 */
import * as z from "zod";
import { type Attribute, type Attributes, documentAttribute, type ShapeOf } from "../attributes/attribute.js";
import type { PlaceholderFiller } from "./placeholders.js";
import { commonAttributes } from "../attributes/shared-attributes.js";
import type { Reference } from "../attributes/values.js";

type CommonValues = Readonly<z.infer<z.ZodObject<ShapeOf<typeof commonAttributes>, z.core.$strict>>>;

/**
 * A checked layer of any type, with the attributes that all layers have. The attributes of its own type are present
 * too, with their defaults.
 */
export interface Layer extends CommonValues {
  readonly type: string;
  readonly width: Side;
  readonly height: Side;
  /** The layers inside, for a type with `hasChildren`. */
  readonly children?: readonly Layer[] | undefined;
  /** For a type with `hasChildren`: the list variable. Each of its items gets a copy of the children. */
  readonly repeat?: string | undefined;
  /** The name that conditions and placeholders in a copy use for its item. */
  readonly repeat_as?: string | undefined;
  readonly max_items?: number | undefined;
}

/**
 * A side of a layer: its length in pixels, the length of the content, or the room that the surrounding group leaves.
 */
export type Side = number | "hug" | "fill";

/** The references in content that is written in a language of its own, such as HTML. */
export interface Mentions {
  /** The addresses of the images that it shows. */
  readonly imageUrls: readonly string[];
  /** The variables and item fields whose value is the whole address of an image. */
  readonly imageVariables: readonly Reference[];
  /** The font families that it names. A sentence about a family begins with its `place`. `list` has all families of its list. */
  readonly families: readonly { readonly name: string; readonly place: string; readonly list: readonly string[] }[];
}

/** The definition of a layer type as the background of a document. */
export interface BackgroundDefinition<Given extends Attributes = Attributes> {
  /** Includes `color`: the ground beneath the layer. */
  readonly attributes: Given & { readonly color: Attribute };
  /**
   * Returns the attributes of a layer that looks like this background. The layer fills the document, and all its other
   * attributes have their defaults.
   */
  readonly toLayer: (background: LayerBackground) => Readonly<Record<string, unknown>>;
}

/** The color beneath a background layer that names no color. */
export const DEFAULT_GROUND = "#ffffff";

/** A background that is a layer. */
export interface LayerBackground {
  readonly type: string;
  /** The ground beneath the layer. Default: {@link DEFAULT_GROUND}. */
  readonly color?: string | undefined;
}

export interface LayerDefinition<
  Type extends string = string,
  Given extends Attributes = Attributes,
  HasChildren extends boolean = boolean,
  Background extends Attributes = Attributes,
> {
  readonly type: Type;
  /** All attributes except `children`, in the order of the documentation. */
  readonly attributes: Given;
  /** Whether the type contains layers, in its attribute `children`. */
  readonly hasChildren: HasChildren;
  /** The attributes with placeholders. */
  readonly placeholders: ReadonlyMap<string, PlaceholderFiller>;
  /** Other names of attributes in requests, such as `text` for the `data` of a code. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The attribute with the content of the layer. The layer is `empty` in conditions if this text is blank. */
  readonly content?: string | undefined;
  /** The attribute with the name of a font family. */
  readonly fontFamily?: string | undefined;
  /** The attribute with named styles, each with an optional `font_family`. */
  readonly styles?: string | undefined;
  /**
   * Returns the references of a layer's content. `isTemplate` says whether the content can contain placeholders.
   * @default nothing
   */
  readonly mentions?: ((content: string, isTemplate: boolean) => Mentions) | undefined;
  /** Whether the shadow that the type draws itself is that of its box, or that of its content. */
  readonly shadowOf: "box" | "content";
  /** Present if the type can be the background of a document. */
  readonly background?: BackgroundDefinition<Background> | undefined;
}

type WithCommon<Type extends string, Own extends Attributes> = {
  readonly type: Attribute<z.ZodLiteral<Type>>;
} & typeof commonAttributes &
  Own;

interface LayerSpec<Type extends string, Own extends Attributes, Background extends Attributes> {
  readonly type: Type;
  readonly attributes: Own & { readonly width: Attribute; readonly height: Attribute };
  readonly placeholders?: { readonly [Name in keyof Own]?: PlaceholderFiller };
  readonly aliases?: Readonly<Record<string, keyof Own & string>>;
  readonly content?: keyof Own & string;
  readonly fontFamily?: keyof Own & string;
  readonly styles?: keyof Own & string;
  readonly mentions?: (content: string, isTemplate: boolean) => Mentions;
  /** @default "box" */
  readonly shadowOf?: "box" | "content";
  readonly background?: BackgroundDefinition<Background>;
}

/** Defines a layer type. It adds the attributes that all types have. */
export function defineLayer<
  const Type extends string,
  Own extends Attributes,
  const HasChildren extends boolean = false,
  Background extends Attributes = never,
>(
  spec: LayerSpec<Type, Own, Background> & { readonly hasChildren?: HasChildren },
): LayerDefinition<Type, WithCommon<Type, Own>, HasChildren, Background> {
  const { type, attributes, placeholders = {}, aliases = {}, shadowOf = "box" } = spec;
  const { content, fontFamily, styles, mentions, background } = spec;
  return {
    type,
    attributes: { type: documentAttribute(z.literal(type)), ...commonAttributes, ...attributes },
    hasChildren: (spec.hasChildren ?? false) as HasChildren,
    placeholders: new Map(Object.entries<PlaceholderFiller>(placeholders)),
    aliases: new Map(Object.entries<string>(aliases)),
    content,
    fontFamily,
    styles,
    mentions,
    shadowOf,
    background,
  };
}

type ObjectOf<Definition extends LayerDefinition> = z.ZodObject<ShapeOf<Definition["attributes"]>, z.core.$strict>;

/** A checked layer of one type. */
export type LayerOf<Definition extends LayerDefinition> = z.infer<ObjectOf<Definition>> &
  (Definition["hasChildren"] extends true ? { readonly children: readonly Layer[] } : unknown);

/** A layer of one of the types as an author writes it. The layers inside can have any type of `All`. */
export type LayerInputOf<
  Definition extends LayerDefinition,
  All extends LayerDefinition = Definition,
> = Definition extends LayerDefinition
  ? z.input<ObjectOf<Definition>> &
      (Definition["hasChildren"] extends true
        ? { readonly children?: readonly LayerInputOf<All>[] | undefined }
        : unknown)
  : never;

/** The background of a document as an author writes it, for each type that can be a background. */
export type BackgroundInputOf<Definition extends LayerDefinition> =
  Definition extends LayerDefinition<infer Type, Attributes, boolean, infer Background>
    ? [Background] extends [never]
      ? never
      : z.input<z.ZodObject<ShapeOf<Background & { readonly type: Attribute<z.ZodLiteral<Type>> }>, z.core.$strict>>
    : never;
