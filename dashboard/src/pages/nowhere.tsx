import { Link } from "../lib/link.tsx";
import { useTab } from "../shell/tab.ts";

export function Nowhere() {
  useTab("Not found");
  return (
    <div className="whole-page">
      <h1>There is no page at this address.</h1>
      <p className="quiet mono">{location.pathname}</p>
      <Link className="button" href="/">
        Open the board
      </Link>
    </div>
  );
}
