import { plainGithub } from "../../fakes/github/plain-github.ts";
import { describeChangeDeskContract } from "../change-desk.ts";
import { changeDeskSubject } from "../remote-subjects.ts";

describeChangeDeskContract("GitHub", async () => changeDeskSubject(await plainGithub()));
