/**
 * The scripted agent: a program for the agent `command` that does what a script tells it, with real files and real
 * commits. For demonstrations and tests, where nobody wants to pay for thinking. See docs/development/scripted-agent.md.
 */
import { followScript } from "./follow-script.ts";

process.exitCode = await followScript({ args: process.argv.slice(2), env: process.env, cwd: process.cwd() });
