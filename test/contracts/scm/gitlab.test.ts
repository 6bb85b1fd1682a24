import { plainGitlab } from "../../fakes/gitlab/plain-gitlab.ts";
import { scmSubject } from "../remote-subjects.ts";
import { describeScmContract } from "../scm.ts";

describeScmContract("GitLab", async () => scmSubject(await plainGitlab()));
