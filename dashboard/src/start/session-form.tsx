/** From nothing to a running session: which repository, which agent, what to do. What was found is filled in. */
import { useState, type FormEvent, type ReactNode } from "react";
import type { ProjectView } from "../../../src/protocol/project.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { useProjects } from "../data/fleet.ts";
import { useDraft } from "../data/kept.ts";
import { complain } from "../data/notices.ts";
import { go, formatSessionPath } from "../lib/address.ts";

type Drive = ProjectView["agents"][number]["drives"][number];

const OTHER = "";

export function SessionForm({ onStarted }: { readonly onStarted: () => void }) {
  const projects = useProjects();
  const mute = useMute();
  const [chosen, setChosen] = useState<string | null>(null);
  const [folder, setFolder] = useState("");
  const [agent, setAgent] = useState("");
  const [drive, setDrive] = useState("");
  const [task, setTask] = useDraft("new-session");
  const [isBusy, setBusy] = useState(false);
  const project = chosen ?? projects[0]?.id ?? OTHER;
  const drives = listOfferedDrives(
    projects.find(({ id }) => id === project),
    agent,
  );

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    start({ project, folder, agent, drive: drives.find((one) => one === drive), task })
      .then((id) => {
        setTask("");
        onStarted();
        go(formatSessionPath(id));
      }, complain)
      .finally(() => setBusy(false))
      .catch(complain);
  };
  const missing =
    project === OTHER && folder.trim() === ""
      ? "Name a folder first."
      : task.trim() === ""
        ? "Say what is to be done."
        : null;
  const why =
    mute ??
    explainNotReady(
      projects.find(({ id }) => id === project),
      agent,
    ) ??
    missing;
  return (
    <form className="steps" onSubmit={onSubmit}>
      <Repositories projects={projects} chosen={project} onChoose={setChosen} folder={folder} onFolder={setFolder} />
      <Agents project={projects.find(({ id }) => id === project)} chosen={agent} onChoose={setAgent}>
        <Drives drives={drives} chosen={drive} onChoose={setDrive} />
      </Agents>
      <label className="step">
        <span className="step-name">
          <b>3</b> First task
        </span>
        <textarea
          className="field"
          rows={2}
          value={task}
          placeholder="Make the tests in test/login pass"
          onChange={({ target }) => setTask(target.value)}
          data-focus
        />
      </label>
      <div className="step-end">
        <button className="button primary" type="submit" disabled={why !== null || isBusy} aria-describedby="start-why">
          {isBusy ? "Starting…" : "Start session"}
        </button>
        <span id="start-why" className="quiet">
          {why ?? "Runs in its own workspace and branch; your checkout is unchanged."}
        </span>
      </div>
    </form>
  );
}

/** What the chosen agent lacks; null: it can begin, or its repository is not known yet. */
function explainNotReady(project: ProjectView | undefined, chosen: string): string | null {
  const name = chooseAgent(project, chosen);
  const notReady = project?.agents.find((one) => one.name === name)?.notReady ?? null;
  return notReady === null ? null : `${name} cannot start: ${notReady}`;
}

const listOfferedAgents = (project: ProjectView | undefined): ProjectView["agents"] =>
  project?.agents.filter(({ name, notReady }) => notReady === null || name === project.agent) ?? [];

/** One that this repository does not offer is not chosen here. */
const chooseAgent = (project: ProjectView | undefined, chosen: string): string =>
  listOfferedAgents(project).some(({ name }) => name === chosen) ? chosen : (project?.agent ?? "");

/** How the chosen agent can be driven, as configured first; empty: there is nothing to choose. */
function listOfferedDrives(project: ProjectView | undefined, chosen: string): readonly Drive[] {
  const name = chooseAgent(project, chosen);
  const drives = project?.agents.find((one) => one.name === name)?.drives ?? [];
  return drives.length > 1 ? drives : [];
}

type RepositoriesProps = {
  readonly projects: readonly ProjectView[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly folder: string;
  readonly onFolder: (folder: string) => void;
};

function Repositories({ projects, chosen, onChoose, folder, onFolder }: RepositoriesProps) {
  return (
    <fieldset className="step">
      <legend className="step-name">
        <b>1</b> Repository
      </legend>
      <div className="options">
        {projects.map(({ id, path, defaultBranch }) => (
          <label key={id} className="option">
            <input type="radio" name="project" checked={chosen === id} onChange={() => onChoose(id)} />
            <span>{id}</span>
            <span className="quiet cut mono" title={path}>
              {path}
            </span>
            <span className="quiet">{defaultBranch}</span>
          </label>
        ))}
        <label className="option">
          <input type="radio" name="project" checked={chosen === OTHER} onChange={() => onChoose(OTHER)} />
          <span>{projects.length === 0 ? "A folder of this machine" : "Another folder"}</span>
          <input
            className="field"
            value={folder}
            aria-label="Folder of the repository"
            placeholder="/path/to/repository"
            onFocus={() => onChoose(OTHER)}
            onChange={({ target }) => onFolder(target.value)}
          />
        </label>
      </div>
    </fieldset>
  );
}

type AgentsProps = {
  readonly project: ProjectView | undefined;
  /** Empty: as configured. */
  readonly chosen: string;
  readonly onChoose: (agent: string) => void;
  readonly children: ReactNode;
};

/** Those that are installed; of the others, the configured one, with what it lacks. */
function Agents({ project, chosen, onChoose, children }: AgentsProps) {
  const offered = listOfferedAgents(project);
  const [first] = offered.filter(({ notReady }) => notReady === null);
  const at = chooseAgent(project, chosen);
  return (
    <fieldset className="step">
      <legend className="step-name">
        <b>2</b> Agent
      </legend>
      <div className="options">
        {project === undefined && <span className="quiet">as the repository's settings say</span>}
        {offered.map(({ name, notReady, login }) => (
          <label key={name} className="option">
            <input
              type="radio"
              name="agent"
              checked={at === name}
              disabled={notReady !== null}
              onChange={() => onChoose(name === project?.agent ? "" : name)}
            />
            <span>{name}</span>
            <span className="quiet">
              {notReady ?? `${name === project?.agent ? "as configured" : "installed"}, ${describeLogin(login)}`}
            </span>
          </label>
        ))}
        {project !== undefined && first === undefined && <span className="quiet">No agent is installed here.</span>}
        {children}
      </div>
    </fieldset>
  );
}

/** What the daemon does not know is not said to be so. */
function describeLogin(login: ProjectView["agents"][number]["login"]): string {
  if (login === null || login.state === "unknown") return "login unknown";
  if (login.state === "logged_in") return "logged in";
  return login.fix === null ? "not logged in" : `not logged in: ${login.fix}`;
}

type DrivesProps = {
  readonly drives: readonly Drive[];
  /** One that the agent does not have: as configured. */
  readonly chosen: string;
  readonly onChoose: (drive: string) => void;
};

const DRIVE_WORDS: Readonly<Record<Drive, string>> = {
  turns: "turns: by its protocol",
  terminal: "terminal: its own screen, to watch and type",
  exec: "exec: one run per message",
};

function Drives({ drives, chosen, onChoose }: DrivesProps) {
  const [configured] = drives;
  if (configured === undefined) return null;
  const at = drives.find((one) => one === chosen) ?? configured;
  return (
    <label className="option">
      <span>Drive</span>
      <select className="field" value={at} onChange={({ target }) => onChoose(target.value)}>
        {drives.map((one) => (
          <option key={one} value={one}>
            {DRIVE_WORDS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

type Wanted = {
  readonly project: string;
  readonly folder: string;
  readonly agent: string;
  readonly drive: Drive | undefined;
  readonly task: string;
};

async function start({ project, folder, agent, drive, task }: Wanted): Promise<string> {
  const projectId = project === OTHER ? (await client.addProject({ path: folder.trim(), accept: true })).id : project;
  const [title = "", ...more] = task.trim().split("\n");
  const { id } = await client.startSession({
    projectId,
    title,
    ...(more.length === 0 ? {} : { prompt: task.trim() }),
    ...(agent.trim() === "" ? {} : { agent: agent.trim() }),
    ...(drive === undefined ? {} : { drive }),
  });
  return id;
}
