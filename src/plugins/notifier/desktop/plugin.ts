import type { Plugin } from "../../plugin.ts";
import { desktopNotifier } from "./desktop-notifier.ts";

export const desktop: Plugin = { name: "desktop", title: "the desktop", notifier: desktopNotifier };
