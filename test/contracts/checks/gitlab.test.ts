import { plainGitlab } from "../../fakes/gitlab/plain-gitlab.ts";
import { describeChecksContract } from "../checks.ts";
import { checksSubject } from "../remote-subjects.ts";

describeChecksContract("GitLab", () => checksSubject(plainGitlab));
