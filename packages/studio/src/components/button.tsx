import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon } from "./icon.js";
import "./button.css";

interface ButtonProps {
  /** `primary`: the one main action of a screen. `quiet`: without a border, in rows and bars. */
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: unknown;
  /** The work is running. The button keeps its size and its focus, and does nothing. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
  readonly type?: "button" | "submit";
  /** Turns the button into a link. */
  readonly href?: string;
  readonly download?: string;
  readonly title?: string;
  readonly children?: ComponentChildren;
  readonly attributes?: ButtonHTMLAttributes;
}

/** A button with a text, or a link that looks like one. */
export function Button(props: ButtonProps) {
  const { kind = "plain", icon, isBusy = false, isDisabled = false, onClick, type = "button", children } = props;
  const content = [icon !== undefined && <Icon of={icon} />, children !== undefined && <span>{children}</span>];
  if (props.href !== undefined) {
    return (
      <a class={`button ${kind}`} href={props.href} download={props.download} title={props.title}>
        {content}
      </a>
    );
  }
  return (
    <button
      {...props.attributes}
      class={`button ${kind}${isBusy ? " busy" : ""}`}
      type={type}
      title={props.title}
      disabled={isDisabled}
      aria-busy={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {content}
    </button>
  );
}

/** A button that shows only an icon. `label` is its name, which a tooltip shows too. */
export function IconButton({ label, ...props }: Omit<ButtonProps, "children" | "title"> & { readonly label: string }) {
  const attributes = { ...props.attributes, "aria-label": label };
  return <Button kind="quiet" {...props} title={label} attributes={attributes} />;
}
