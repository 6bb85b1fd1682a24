import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { follow } from "./data/follow.ts";
import { complain } from "./data/notices.ts";
import { followLink } from "./data/sign-in.ts";
import { applyTastes } from "./data/tastes.ts";
import { loadPartsWhenIdle } from "./lib/lazy-part.ts";
import { PartBoundary } from "./parts/part-boundary.tsx";
import { startPush } from "./push/notices.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/board.css";
import "./styles/session.css";
import "./styles/pages.css";
import "./styles/issues.css";
import "./styles/change.css";
import "./styles/fleet.css";
import "./styles/settings.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
applyTastes();
startPush();
// First the token: every page asks for what it shows as soon as it is there.
followLink()
  .then(() => {
    follow().catch(complain);
    createRoot(root).render(
      <StrictMode>
        <PartBoundary>
          <App />
        </PartBoundary>
      </StrictMode>,
    );
    loadPartsWhenIdle();
  })
  .catch(reportError);
