import type { QueueEntryView, QueueView } from "../../protocol/change/queue.ts";
import { ago } from "./views.ts";

const createEntry = (
  name: string,
  session: string | null,
  title: string,
  more: Partial<QueueEntryView> = {},
): QueueEntryView => ({
  ...{ id: `app#${name}`, name, session, title, head: "3f9c2ab", approvals: [], position: null, command: null },
  ...{ why: "", code: "queued", ...more },
});

/** The queue of the design. */
export const aQueue: QueueView = {
  project: "app",
  base: "main",
  baseState: "green",
  addCheck: null,
  baseHead: "9ab12cd0000000000000000000000000000000",
  landedToday: 11,
  lastLanded: { name: "17", title: "Rename the client", commit: "9ab12cd", at: ago(720) },
  testing: [
    {
      ...{
        id: "c1",
        state: "checking",
        commit: "77e01aa0000000000000000000000000000000",
        blockedBy: [],
        isUnchecked: false,
      },
      changes: [
        createEntry("18", "app-7", "Rate-limit the login form", {
          position: 1,
          approvals: ["Maria"],
          code: "landing-checking",
        }),
      ],
    },
    {
      ...{
        id: "c0",
        state: "unpublished",
        commit: "51be0d20000000000000000000000000000000",
        blockedBy: ["src/api.ts"],
        isUnchecked: false,
      },
      changes: [
        createEntry("16", "app-2", "検索結果を名前で並べ替える", {
          position: 2,
          approvals: ["Maria"],
          code: "unpublished",
        }),
      ],
    },
  ],
  next: [
    createEntry("20", "app-5", "Upgrade the parser", {
      position: 3,
      why: "In the queue to land on main; waits for its turn.",
    }),
  ],
  ready: [
    createEntry("21", "app-6", "Drop the old client", {
      ...{ code: "ready-to-land", command: "ao merge app-6", approvals: ["Maria"] },
      why: "Approved by Maria and green on 3f9c2ab. Ready for you to land (autonomy is `fix`).",
    }),
  ],
  cannotEnter: [
    createEntry("22", "app-9", "Upgrade the docs site", {
      ...{ code: "review-you", command: "ao diff app-9" },
      why: "Green on 51be0d2; 0 of 1 approvals. Waits for a review.",
    }),
    createEntry("19", null, "Run CI on Node 24", {
      ...{ code: "protected", command: "ao diff 19" },
      why: "It touches .github/ci.yml, which needs a person. Waits for your approval.",
    }),
    createEntry("23", "app-8", "Rename the client", {
      code: "conflict",
      why: "Does not merge into main: src/api.ts. No automatic step is left.",
    }),
  ],
};
