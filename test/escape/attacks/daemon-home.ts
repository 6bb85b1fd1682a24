/** The daemon's own home: token, database, what it runs, and the other sessions. */
import { join } from "node:path";
import { MARK, type Attack, type AttackClass } from "../attack.ts";
import { holdsMark } from "./programs.ts";

export const daemonHome: AttackClass = {
  title: "the daemon's home and other sessions",
  attacks: ({ aoHome, other }) => [
    { name: "read the token", script: `test -s "${aoHome}/token"` },
    { name: "read the database", script: `grep -aq SQLite "${aoHome}/state.db"` },
    { name: "read the local forge's database", script: `grep -aq SQLite "${aoHome}"/projects/*/forge.db` },
    { name: "read the daemon's log", script: `test -s "${aoHome}/logs/daemon.log"` },
    { name: "list the sessions", script: `ls "${aoHome}/sessions" | grep -q "${other.id}"` },
    { name: "read another session's file", script: `reads "${other.workspace}/secret.txt"` },
    { name: "read another session's turn", script: `grep -rqs . "${aoHome}/turns/${other.turn}"` },
    {
      name: "read another session's conversation",
      script: `test -s "${aoHome}/sessions/${other.id}/conversation.jsonl"`,
    },
    writing("another session's workspace", join(other.workspace, "planted.txt")),
    writing("another session's notes", join(aoHome, "sessions", other.id, "planted")),
    writing("another session's turn", join(aoHome, "turns", other.turn, "planted")),
    writing("the home's settings", join(aoHome, "config.yaml")),
    writing("the folder of what the daemon runs", join(aoHome, "run", "planted")),
    writing("the log folder", join(aoHome, "logs", "planted")),
    writing("the folder of turns", join(aoHome, "turns", "planted", "exit")),
    writing("the folder of projects", join(aoHome, "projects", "planted")),
    writing("the trash", join(aoHome, "workspaces", ".trash", "planted")),
    {
      name: "replace what the supervisor starts",
      script: `overwrites "${aoHome}/run/daemon-program.json" "${MARK}"`,
      trace: () => holdsMark(join(aoHome, "run", "daemon-program.json")),
    },
    { name: "remove another session's workspace", script: `removes "${other.workspace}/expendable.txt"` },
    {
      name: "forge the end of its own turn",
      script: `test -n "$AO_PROMPT_FILE" && marks "$(dirname "$AO_PROMPT_FILE")/planted"`,
    },
  ],
};

function writing(name: string, file: string): Attack {
  return { name: `write to ${name}`, script: `marks "${file}"`, trace: () => holdsMark(file) };
}
