/** The repositories: how far each may go by itself, whether its base is green, what it has spent. */
import type { ProjectView } from "../../../src/protocol/project.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { setProjects, useProjects } from "../data/fleet.ts";
import { complain, showNotice } from "../data/notices.ts";
import { Link } from "../lib/link.tsx";
import { formatUsd, pluralize, formatSpentUsd } from "../lib/words.ts";
import { AddCheck } from "../parts/add-check.tsx";
import { BaseState } from "../parts/base-state.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Empty } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";

export function ProjectsPage() {
  useTab("Projects");
  const projects = useProjects();
  return (
    <div className="page">
      <div className="page-title">
        <h1>Projects</h1>
        <span className="quiet">{projects.length}</span>
      </div>
      {projects.length === 0 && (
        <Empty title="No projects yet.">
          <p>
            In a repository: <code>ao start</code>
          </p>
        </Empty>
      )}
      <ul className="tiles">
        {projects.map((project) => (
          <li key={project.id}>
            <Project project={project} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Project({ project }: { readonly project: ProjectView }) {
  const { id, path, autonomy, paused, liveSessions, spentToday, budgetPerDay } = project;
  return (
    <article className="panel tile">
      <header className="tile-head">
        <h2>{id}</h2>
        <span className="tile-acts">
          <Link className="button" href={`/settings?project=${encodeURIComponent(id)}`}>
            Settings
          </Link>
          <Hold id={id} isPaused={paused} />
        </span>
      </header>
      <p className="quiet mono cut" title={path}>
        {path}
      </p>
      <dl className="facts">
        <dt>Base</dt>
        <dd>
          <span className="base-line">
            <BaseState project={project} />
            {project.addCheck === null && <CheckBase project={project} />}
          </span>
          {project.baseDetail !== null && <span className="quiet">{project.baseDetail}</span>}
          {project.addCheck !== null && <AddCheck command={project.addCheck} />}
        </dd>
        <dt>Autonomy</dt>
        <dd>
          {autonomy}
          {paused && <b className="amber"> · paused: nothing begins by itself</b>}
        </dd>
        <dt>Sessions</dt>
        <dd>
          <Link className="link" href={`/?project=${encodeURIComponent(id)}`}>
            {pluralize(liveSessions, "live session")}
          </Link>
        </dd>
        <dt>Agent</dt>
        <dd>
          {project.agent} in {project.workspace} on {project.runtime}
        </dd>
        <dt>Forge</dt>
        <dd>{project.scm === project.tracker ? project.scm : `${project.scm}, issues in ${project.tracker}`}</dd>
        <dt>Spent today</dt>
        <dd>
          {formatSpentUsd(spentToday)}
          {budgetPerDay.usd !== null && ` of ${formatUsd(budgetPerDay.usd)}`}
        </dd>
      </dl>
      {project.notReady !== null && (
        <p className="problem error">
          <Glyph name="failed" /> No session starts: {project.notReady}
        </p>
      )}
      {project.problems.map(({ file, line, sentence, severity }, index) => (
        <p key={index} className={`problem ${severity}`}>
          <Glyph name={severity === "error" ? "failed" : "needs"} /> {sentence}{" "}
          <span className="quiet mono">
            {file}:{line}
          </span>
        </p>
      ))}
      {project.waiting !== null && (
        <div className="problem">
          <p>These settings arrived through git and take effect once you accept them:</p>
          <pre>{project.waiting.lines.join("\n")}</pre>
          <Accept id={id} path={path} />
        </div>
      )}
    </article>
  );
}

/** Also where it is known how it is: what failed there may lie outside of the repository. */
function CheckBase({ project: { id, base, defaultBranch } }: { readonly project: ProjectView }) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, "check-base");
  const onClick = (): void => {
    carryOut(id, "check-base", async () => {
      await client.checkBase({ id });
      setProjects(await client.listProjects({}));
      showNotice(`The checks of ${defaultBranch} run.`);
    }).catch(complain);
  };
  return (
    <button
      className="button"
      disabled={mute !== null || isBusy || base === "checking"}
      title={mute ?? undefined}
      onClick={onClick}
    >
      Run checks
    </button>
  );
}

/** A person has read them: the same as `ao start` in its folder. */
function Accept({ id, path }: { readonly id: string; readonly path: string }) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, "accept");
  const onClick = (): void => {
    carryOut(id, "accept", async () => {
      await client.addProject({ path, accept: true });
      setProjects(await client.listProjects({}));
    }).catch(complain);
  };
  return (
    <button className="button" disabled={mute !== null || isBusy} title={mute ?? undefined} onClick={onClick}>
      {isBusy ? "Accepting…" : "Accept settings"}
    </button>
  );
}

function Hold({ id, isPaused }: { readonly id: string; readonly isPaused: boolean }) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, "hold");
  const onClick = (): void => {
    carryOut(id, "hold", async () => {
      await (isPaused ? client.resumeProject({ id }) : client.pauseProject({ id }));
      setProjects(await client.listProjects({}));
    }).catch(complain);
  };
  return (
    <button className="button" disabled={mute !== null || isBusy} title={mute ?? undefined} onClick={onClick}>
      {isPaused ? "Resume" : "Pause"}
    </button>
  );
}
