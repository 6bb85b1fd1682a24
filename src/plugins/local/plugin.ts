import type { Plugin } from "../plugin.ts";
import { createLocalForge } from "./local-forge.ts";

export const local: Plugin = { name: "local", title: "the local forge", ownForge: createLocalForge };
