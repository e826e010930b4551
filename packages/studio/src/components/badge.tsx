import { Archive, Ban, Check, CircleAlert, Clock, LoaderCircle } from "lucide";
import { Icon } from "./icon.js";
import "./badge.css";

/** The state that a badge shows. Its icon and its word say it, and the color only helps. */
export type BadgeKind = "success" | "danger" | "warning" | "running" | "waiting" | "archived" | "off";

const ICONS: Readonly<Record<BadgeKind, unknown>> = {
  success: Check,
  danger: CircleAlert,
  warning: CircleAlert,
  running: LoaderCircle,
  waiting: Clock,
  archived: Archive,
  off: Ban,
};

/** A state in a word, with an icon. */
export function Badge({ kind, children }: { readonly kind: BadgeKind; readonly children: string }) {
  return (
    <span class={`badge ${kind}`}>
      <Icon of={ICONS[kind]} size={14} />
      {children}
    </span>
  );
}
