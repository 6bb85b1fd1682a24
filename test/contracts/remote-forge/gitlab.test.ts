import { plainGitlab } from "../../fakes/gitlab/plain-gitlab.ts";
import { describeRemoteForge } from "../remote-forge.ts";

describeRemoteForge("GitLab", plainGitlab, { toldToWrite: "/^ao-candidate/", requests: 7 });
