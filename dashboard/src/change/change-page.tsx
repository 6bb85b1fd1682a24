import { Suspense } from "react";
import { useQuery } from "../lib/address.ts";
import { loadLazily } from "../lib/lazy-part.ts";
import { Link } from "../lib/link.tsx";
import { Loading } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";

const ChangesTab = loadLazily(() => import("./changes-tab.tsx").then((part) => part.ChangesTab));

/** A change that no session made. */
export function ChangePage({ id }: { readonly id: string }) {
  const project = useQuery("project") ?? "";
  useTab(`Change ${id}`);
  return (
    <div className="change-page">
      <div className="session-line session-head">
        <Link className="back" href="/landing">
          ‹ Landing
        </Link>
        <h1>Change {id}</h1>
      </div>
      <Suspense fallback={<Loading what="the change" rows={8} height={32} />}>
        <ChangesTab key={id} change={id} project={project} session={null} agent="its author" />
      </Suspense>
    </div>
  );
}
