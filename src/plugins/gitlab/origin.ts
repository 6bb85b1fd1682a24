/** Which addresses of repositories are GitLab's, or a server's of that name. */
import { isSet, type FindOrigin } from "../remote/forge/origin.ts";

export const gitlabOrigin: FindOrigin = {
  find: ({ host: written, path }) => {
    const host = written.replace(/^(ssh|www)\.(?=gitlab\.com$)/, "");
    if (!/(^|\.)gitlab\./.test(host)) return null;
    return { repo: `https://${host}/${path}`, host, variable: "GITLAB_TOKEN" };
  },
  hasToken: ({ variable }, env) => isSet(env, [variable]),
};
