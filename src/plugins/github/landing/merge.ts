import type { MergeChange } from "../../remote/forge/land.ts";
import type { Client } from "../client.ts";

/** GitHub's own merge of a pull request, at exactly that head. */
export const mergePull =
  (client: Client): MergeChange =>
  ({ number, head, strategy, words }) => {
    const said = words === null ? {} : { commit_title: words.title, commit_message: words.message };
    const body = { sha: head, merge_method: strategy, ...said };
    return client.ask({ method: "PUT", path: `pulls/${number}/merge`, body });
  };
