import type { Plugin } from "../../plugin.ts";
import { createComposioNotifier } from "./composio-notifier.ts";

export const composio: Plugin = {
  name: "composio",
  title: "Composio",
  variables: ["COMPOSIO_"],
  notifier: createComposioNotifier,
};
