import type { Plugin } from "../../plugin.ts";
import { createDesktopNotifier } from "./desktop-notifier.ts";

export const desktop: Plugin = { name: "desktop", title: "the desktop", notifier: createDesktopNotifier };
