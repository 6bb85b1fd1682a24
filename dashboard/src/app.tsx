import { Suspense, useEffect } from "react";
import { BoardPage } from "./board/board-page.tsx";
import { useConnection } from "./data/connection.ts";
import { formatEntryPath } from "./data/entry-path.ts";
import { listEntries, fleet, listNeeding } from "./data/fleet.ts";
import { switchDensity, switchTheme } from "./data/tastes.ts";
import { readAddress, go, useAddress } from "./lib/address.ts";
import { NewIssueDialog } from "./issues/issue-form.tsx";
import { IssuePage } from "./issues/issue-page.tsx";
import { IssuesPage } from "./issues/issues-page.tsx";
import { useAll } from "./lib/external-store.ts";
import { handleKey, useKeys } from "./lib/keyboard.ts";
import { loadLazily } from "./lib/lazy-part.ts";
import { ChangePage } from "./change/change-page.tsx";
import { LandingPage } from "./landing/landing-page.tsx";
import { DoctorPage } from "./pages/doctor-page.tsx";
import { EventsPage } from "./pages/events-page.tsx";
import { Nowhere } from "./pages/nowhere.tsx";
import { ProjectsPage } from "./pages/projects-page.tsx";
import { PartBoundary } from "./parts/part-boundary.tsx";
import { Loading } from "./parts/states.tsx";
import { SessionPage } from "./session/session-page.tsx";
import { Away } from "./shell/away.tsx";
import { BottomBar } from "./shell/bottom-bar.tsx";
import { KeyBar } from "./shell/key-bar.tsx";
import { KeyHelp } from "./shell/key-help.tsx";
import { Notices } from "./shell/notices.tsx";
import { openKeys, openNewIssue, openPalette, overlay } from "./shell/overlays.ts";
import { Palette } from "./shell/palette.tsx";
import { pageLinks, parsePage } from "./shell/pages.ts";
import { SignedOut } from "./shell/signed-out.tsx";
import { StopDialog } from "./shell/stop-dialog.tsx";
import { TopBar } from "./shell/top-bar.tsx";
import { NewSessionDialog } from "./start/new-session-dialog.tsx";

const SettingsPage = loadLazily(() => import("./settings/settings-page.tsx").then((part) => part.SettingsPage));
const FleetPage = loadLazily(() => import("./fleet/fleet-page.tsx").then((part) => part.FleetPage));

export function App() {
  const { kind } = useConnection();
  useGeneralKeys();
  if (kind === "signed_out") return <SignedOut />;
  return (
    <div className="shell" data-connection={kind}>
      <a className="skip" href="#main">
        To the page
      </a>
      <TopBar />
      <main id="main" tabIndex={-1}>
        <PageInBounds />
      </main>
      <KeyBar />
      <BottomBar />
      <Overlays />
      <Away />
      <Notices />
    </div>
  );
}

/** A page that failed does not keep the next one from being shown. */
function PageInBounds() {
  const { path } = useAddress();
  return (
    <PartBoundary key={path.slice(0, 2).join("/")}>
      <Page />
    </PartBoundary>
  );
}

function Page() {
  const { path } = useAddress();
  const page = parsePage(path);
  const [, id = "", tab = ""] = path;
  if (page === "session") return <SessionPage id={id} tab={tab} />;
  if (page === "issue") return <IssuePage name={id} />;
  if (page === "change") return <ChangePage id={id} />;
  return <PlainPage page={page} />;
}

/** Pages whose address says all there is to say. */
function PlainPage({ page }: { readonly page: ReturnType<typeof parsePage> }) {
  if (page === "board") return <BoardPage />;
  if (page === "issues") return <IssuesPage />;
  if (page === "landing") return <LandingPage />;
  if (page === "fleet")
    return (
      <Suspense fallback={<Loading what="the charts" rows={3} height={96} />}>
        <FleetPage />
      </Suspense>
    );
  if (page === "projects") return <ProjectsPage />;
  if (page === "audit") return <EventsPage />;
  if (page === "doctor") return <DoctorPage />;
  if (page === "settings")
    return (
      <Suspense fallback={<Loading what="settings" rows={8} height={56} />}>
        <SettingsPage />
      </Suspense>
    );
  return <Nowhere />;
}

function Overlays() {
  const over = useAll(overlay);
  const find = useAddress().query.get("find");
  return (
    <>
      {find !== null && <Palette text={find} />}
      {over.kind === "keys" && <KeyHelp />}
      {over.kind === "new_session" && <NewSessionDialog />}
      {over.kind === "new_issue" && <NewIssueDialog />}
      {over.kind === "stop" && <StopDialog session={over.session} />}
    </>
  );
}

function useGeneralKeys(): void {
  useEffect(() => {
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  useKeys("Everywhere", [
    { keys: "Mod+k", label: "palette", run: () => openPalette(""), inFields: true, bar: true },
    { keys: "?", label: "keys of this page", run: openKeys },
    { keys: "n", label: "next that needs me", run: () => openNext(1), bar: true },
    { keys: "N", label: "previous that needs me", run: () => openNext(-1) },
    ...pageLinks.map(({ keys, title, href }) => ({ keys, label: title.toLowerCase(), run: () => go(href) })),
    { keys: "c", label: "new issue", run: openNewIssue },
    { keys: "d", label: "density", run: switchDensity },
    { keys: "T", label: "light or dark", run: switchTheme },
  ]);
}

function openNext(step: 1 | -1): void {
  const all = listNeeding(listEntries(fleet.get()));
  const at = all.findIndex(({ id }) => id === readAddress().path[1]);
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
  if (next !== undefined) go(formatEntryPath(next));
}
