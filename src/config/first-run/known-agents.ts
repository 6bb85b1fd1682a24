/** Coding agents we can drive, in the order in which one is proposed, with the program that shows it is installed. */
import { pluginsWith } from "../../plugins/find-plugin.ts";

export type KnownAgent = { readonly name: string; readonly program: string };

export const knownAgents: readonly KnownAgent[] = pluginsWith("agent").flatMap(({ plugin: { name }, part }) =>
  part.program === undefined ? [] : [{ name, program: part.program }],
);
