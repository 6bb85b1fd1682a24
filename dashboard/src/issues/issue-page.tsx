import { useState } from "react";
import type { IssueDetailView } from "../../../src/protocol/issue/issue.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { useNews } from "../data/fleet.ts";
import { useDraft } from "../data/kept.ts";
import { complain } from "../data/notices.ts";
import { useResource } from "../data/resource.ts";
import { go, formatSessionPath, useQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import { Link } from "../lib/link.tsx";
import { Age } from "../parts/age.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Remark } from "../parts/remark.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";
import { canStart, formatIssuePath, start } from "./issue-deeds.ts";
import { chooseIssueGlyph, describeState } from "./issue-row.tsx";

export function IssuePage({ name }: { readonly name: string }) {
  const project = useQuery("project");
  const input = project === null ? { id: name } : { id: name, projectId: project };
  const { data, error, reload } = useResource(
    `issue ${project ?? ""} ${name}`,
    () => client.issue(input),
    useNews(`${project ?? ""}#${name}`),
  );
  useTab(data === null ? `#${name}` : `#${name} ${data.title}`);
  useKeys("Issue", [{ keys: "Escape", label: "back to the issues", run: () => go("/issues"), bar: true }]);
  if (data === null)
    return (
      <div className="page">
        {error === null ? (
          <Loading what={`#${name}`} rows={4} height={48} />
        ) : (
          <Failed what={`Issue #${name}`} error={error} onRetry={reload} />
        )}
      </div>
    );
  return (
    <div className="page issue-page">
      <div className="page-title">
        <Link className="back" href="/issues">
          ‹ Issues
        </Link>
        <h1 className="cut" title={data.title}>
          {data.title}
        </h1>
        <span className="mono quiet">#{data.name}</span>
        <span className="grow" />
        <IssueActs issue={data} onDone={reload} />
      </div>
      <div className="issue-body">
        <div className="issue-main">
          <div className="panel issue-text">
            {data.text === "" ? <span className="quiet">No description</span> : data.text}
          </div>
          {data.comments.map(({ by, at, text }, index) => (
            <Remark key={index} by={by} at={at} text={text} />
          ))}
          <Comment issue={data} onDone={reload} />
        </div>
        <IssueFacts issue={data} />
      </div>
    </div>
  );
}

type Props = { readonly issue: IssueDetailView; readonly onDone: () => void };

function IssueActs({ issue, onDone }: Props) {
  const mute = useMute();
  const { id, project, state, session } = issue;
  const isBusy = useIsUnderWay(id, "start");
  const turn = (): void => {
    const deed = (): Promise<unknown> =>
      state === "open" ? client.closeIssue({ id, projectId: project }) : client.reopenIssue({ id, projectId: project });
    carryOut(id, "state", deed).then(onDone, complain);
  };
  return (
    <>
      <button className="button" disabled={mute !== null} onClick={turn}>
        {state === "open" ? "Close as done" : "Open again"}
      </button>
      {session?.live === true && (
        <Link className="button primary" href={formatSessionPath(session.id)}>
          Open session
        </Link>
      )}
      {canStart(issue) && (
        <button
          className="button primary"
          disabled={mute !== null || isBusy}
          onClick={() => {
            start([issue]).then(onDone, complain);
          }}
        >
          {isBusy ? "Starting…" : "Start session"}
        </button>
      )}
    </>
  );
}

function Comment({ issue: { id, project }, onDone }: Props) {
  const [text, setText] = useDraft(`comment ${id}`);
  const [isBusy, setBusy] = useState(false);
  const mute = useMute();
  const send = (): void => {
    setBusy(true);
    carryOut(id, "comment", () => client.commentIssue({ id, projectId: project, text }))
      .then((isDone) => {
        if (isDone) setText("");
        onDone();
      })
      .finally(() => setBusy(false))
      .catch(complain);
  };
  return (
    <div className="comment-form">
      <textarea
        className="field"
        rows={3}
        value={text}
        aria-label="Comment"
        placeholder="Add a comment; the agent will see it"
        onChange={({ target }) => setText(target.value)}
      />
      <button className="button" disabled={mute !== null || isBusy || text.trim() === ""} onClick={send}>
        Comment
      </button>
    </div>
  );
}

function IssueFacts({ issue }: { readonly issue: IssueDetailView }) {
  const { project, priority, labels, blockedBy, waitsFor, author, createdAt, changedAt, session, assignee } = issue;
  return (
    <aside className="panel issue-facts" aria-label="Facts">
      <dl className="facts">
        <dt>State</dt>
        <dd className="with-glyph">
          <Glyph name={chooseIssueGlyph(issue)} isNamed={false} /> {describeState(issue)}
        </dd>
        {session !== null && (
          <>
            <dt>Session</dt>
            <dd>
              <Link className="link" href={formatSessionPath(session.id)}>
                {session.id}
              </Link>
              <br />
              {session.why}
            </dd>
          </>
        )}
        <dt>Priority</dt>
        <dd>{priority}</dd>
        <dt>Labels</dt>
        <dd>{labels.length === 0 ? "–" : labels.join(", ")}</dd>
        <dt>Blocked by</dt>
        <dd>
          {blockedBy.length === 0 ? "–" : ""}
          {blockedBy.map((id) => (
            <Link key={id} className="link blocker" href={formatIssuePath({ project, name: id.replace(/^.*#/, "") })}>
              #{id.replace(/^.*#/, "")} {[id, `#${id}`].some((ref) => waitsFor.includes(ref)) ? "" : "(done)"}
            </Link>
          ))}
        </dd>
        <dt>Assignee</dt>
        <dd>{assignee ?? "–"}</dd>
        <dt>By</dt>
        <dd>
          {author}, <Age of={createdAt} /> ago
        </dd>
        <dt>Changed</dt>
        <dd>
          <Age of={changedAt} /> ago
        </dd>
      </dl>
    </aside>
  );
}
