import type { Plugin } from "../../plugin.ts";
import { cloneWorkspace } from "./index.ts";

export const clone: Plugin = { name: "clone", title: "a repository of its own", workspace: cloneWorkspace };
