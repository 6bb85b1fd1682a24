/** The plugins of one project, made for its repository and its settings. */
import { isAbsolute, join } from "node:path";
import type { Home } from "../config/home.ts";
import type { Session } from "../domain/session.ts";
import { findRepository } from "../lib/repository.ts";
import { noSandbox, type Sandbox } from "../lib/sandbox.ts";
import { agents, forges, runtimes, workspaces } from "../plugins/index.ts";
import type { GitWorkspace } from "../plugins/workspace/shared/git-workspace.ts";
import type { AgentPlugin } from "../slots/agent.ts";
import { failed, ok, type SlotResult } from "../slots/result.ts";
import type { RuntimePlugin, TurnLaunch } from "../slots/runtime.ts";
import type { ProjectSlots } from "../slots/slots.ts";
import type { Store } from "../store/open.ts";
import { confineTurn } from "./confine-turn.ts";
import { confinedRuntime } from "./confined-runtime.ts";
import type { RegisteredProject } from "./context.ts";
