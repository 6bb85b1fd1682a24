import { plainGitlab } from "../../fakes/gitlab/plain-gitlab.ts";
import { describeChangeDeskContract } from "../change-desk.ts";
import { changeDeskSubject } from "../remote-subjects.ts";

describeChangeDeskContract("GitLab", async () => changeDeskSubject(await plainGitlab()));
