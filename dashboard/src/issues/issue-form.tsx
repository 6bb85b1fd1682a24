import { useState, type FormEvent, type KeyboardEvent } from "react";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { useProjects } from "../data/fleet.ts";
import { useDraft } from "../data/kept.ts";
import { complain, showNotice } from "../data/notices.ts";
import { useQuery } from "../lib/address.ts";
import { isMac } from "../lib/keyboard.ts";
import { DialogHead } from "../parts/dialog-head.tsx";
import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "../shell/overlays.ts";
import { formatIssuePath, PRIORITY_MAX } from "./issue-deeds.ts";

/** A new issue. The title is enough. */
export function NewIssueDialog() {
  const projects = useProjects();
  const shown = useQuery("project");
  const [project, setProject] = useState(shown ?? projects[0]?.id ?? "");
  const [title, setTitle] = useDraft("issue-title");
  const [body, setBody] = useDraft("issue-body");
  const [labels, setLabels] = useState("");
  const [blockers, setBlockers] = useState("");
  const [priority, setPriority] = useState(3);
  const [isBusy, setBusy] = useState(false);
  const mute = useMute();
  const why = mute ?? (title.trim() === "" ? "Give it a title." : null);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    client
      .createIssue({
        projectId: project,
        title,
        body,
        labels: splitWords(labels),
        blockedBy: splitWords(blockers),
        priority,
      })
      .then((issue) => {
        setTitle("");
        setBody("");
        closeOverlay();
        showNotice(`#${issue.name} is open`, { href: formatIssuePath(issue), text: `Open #${issue.name}` });
      }, complain)
      .finally(() => setBusy(false))
      .catch(complain);
  };
  return (
    <Modal label="New issue" onClose={closeOverlay} className="new-dialog">
      <DialogHead title="New issue" onClose={closeOverlay} />
      <form className="form" onSubmit={onSubmit} onKeyDown={ignoreEnter}>
        {projects.length > 1 && (
          <label>
            Project
            <select className="field" value={project} onChange={({ target }) => setProject(target.value)}>
              {projects.map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          Title
          <input className="field" value={title} data-focus onChange={({ target }) => setTitle(target.value)} />
        </label>
        <label>
          What is to be done
          <textarea className="field" rows={5} value={body} onChange={({ target }) => setBody(target.value)} />
        </label>
        <div className="form-row">
          <label>
            Labels
            <input
              className="field"
              value={labels}
              placeholder="backend, docs"
              onChange={({ target }) => setLabels(target.value)}
            />
          </label>
          <label>
            Blocked by
            <input
              className="field"
              value={blockers}
              placeholder="12, 14"
              onChange={({ target }) => setBlockers(target.value)}
            />
          </label>
          <label>
            Priority
            <select className="field" value={priority} onChange={({ target }) => setPriority(Number(target.value))}>
              {Array.from({ length: PRIORITY_MAX }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="form-end">
          <button
            className="button primary"
            type="submit"
            disabled={why !== null || isBusy}
            aria-describedby="issue-why"
          >
            {isBusy ? "Opening…" : "Open issue"}
          </button>
          <span id="issue-why" className="quiet">
            {why ?? <kbd>{isMac ? "⌘" : "Ctrl"} Enter</kbd>}
          </span>
        </div>
      </form>
    </Modal>
  );
}

/** An issue may start an agent at once: a lone Enter leads on to the text, and only Ctrl Enter opens it. */
function ignoreEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, metaKey, ctrlKey, target, currentTarget } = event;
  if (key !== "Enter" || event.nativeEvent.isComposing) return;
  if (metaKey || ctrlKey) {
    event.preventDefault();
    // As a click on the button: nothing happens while it is disabled.
    currentTarget.querySelector<HTMLElement>("button[type=submit]")?.click();
  } else if (target instanceof HTMLInputElement) {
    event.preventDefault();
    currentTarget.querySelector("textarea")?.focus();
  }
}

export const splitWords = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
