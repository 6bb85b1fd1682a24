import type { Plugin } from "../../plugin.ts";
import { NOT_EMPTY, NOWHERE } from "../shared/login-signs.ts";
import { createCursorAgent, ENVIRONMENT } from "./cursor-agent.ts";

export const cursor: Plugin = {
  name: "cursor",
  title: "Cursor",
  agent: {
    ...{ make: createCursorAgent, environment: ENVIRONMENT, program: "cursor-agent" },
    login: {
      variables: ["CURSOR_API_KEY"],
      files: [{ name: ".config/cursor/auth.json", holds: NOT_EMPTY }],
      elsewhere: NOWHERE,
      ...{ isNeeded: false, command: "cursor-agent login", variable: "CURSOR_API_KEY" },
    },
  },
};
