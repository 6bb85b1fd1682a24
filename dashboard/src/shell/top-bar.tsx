import { useState } from "react";
import { useCount, useProjects } from "../data/fleet.ts";
import { setQuery, useAddress, useQuery } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";
import { isMac } from "../lib/keyboard.ts";
import { useWaitingTexts } from "../issues/use-waiting-texts.ts";
import { ConnectionMark } from "./connection-mark.tsx";
import { openNewSession, openPalette } from "./overlays.ts";
import { pageLinks, parsePage, type PageName } from "./pages.ts";

export function TopBar() {
  const page = parsePage(useAddress().path);
  return (
    <header className="top">
      <Link href="/" className="brand" title="Agent Orchestrator">
        <Mark />
        ao
      </Link>
      <ProjectChoice />
      <nav className="pages" aria-label="Pages">
        {pageLinks.map(({ name, title, href }) => (
          <Link key={name} href={href} className="page-link" aria-current={isAt(page, name) ? "page" : undefined}>
            {title} <PageCount page={name} />
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <button className="search" onClick={() => openPalette("")}>
        <SearchIcon />
        <span className="search-text">Find or do</span>
        <kbd aria-hidden>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <ConnectionMark />
      <button className="button new" onClick={openNewSession}>
        <span aria-hidden>+</span> New
      </button>
    </header>
  );
}

const isAt = (page: PageName, name: PageName): boolean =>
  page === name || (page === "session" && name === "board") || (page === "issue" && name === "issues");

/** How many wait for a person there; never a total. */
export function PageCount({ page }: { readonly page: PageName }) {
  if (page === "board") return <Sessions />;
  return page === "issues" ? <Texts /> : null;
}

const Sessions = () => <Count of={useCount("needs_you")} />;
const Texts = () => <Count of={useWaitingTexts().data?.length ?? 0} />;

function Count({ of }: { readonly of: number }) {
  return of === 0 ? null : (
    <span className="count" aria-label={`${of} need you`}>
      {of}
    </span>
  );
}

function ProjectChoice() {
  const projects = useProjects();
  const chosen = useQuery("project") ?? "";
  const [isOpen, setOpen] = useState(false);
  if (projects.length < 2 && chosen === "") return null;
  return (
    <select
      className="field project-choice"
      aria-label="Project"
      value={chosen}
      data-open={isOpen}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onChange={({ target }) => setQuery({ project: target.value }, "push")}
    >
      <option value="">all projects</option>
      {projects.map(({ id }) => (
        <option key={id}>{id}</option>
      ))}
    </select>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden>
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <circle cx="10" cy="4.8" r="1.9" fill="currentColor" />
      <circle cx="5.4" cy="12.8" r="1.9" fill="currentColor" />
      <circle cx="14.6" cy="12.8" r="1.9" fill="currentColor" />
    </svg>
  );
}

export function SearchIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden>
      <circle cx="7" cy="7" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="m10.6 10.6 3.4 3.4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
