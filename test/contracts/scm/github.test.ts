import { plainGithub } from "../../fakes/github/plain-github.ts";
import { scmSubject } from "../remote-subjects.ts";
import { describeScmContract } from "../scm.ts";

describeScmContract("GitHub", async () => scmSubject(await plainGithub()));
