import { Terminal } from "../../world/terminal.ts";
import { describeTerminalContract } from "../terminal.ts";

describeTerminalContract("the world's terminal", () => {
  const terminal = new Terminal();
  return {
    plugin: terminal.plugin,
    opened: async () => terminal.opened.length,
    takeAway: async () => {
      terminal.notHere = "there is no display";
    },
  };
});
