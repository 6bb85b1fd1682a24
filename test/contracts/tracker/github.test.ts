import { plainGithub } from "../../fakes/github/plain-github.ts";
import { trackerSubject } from "../remote-subjects.ts";
import {
  describeDeskContract,
  describeFilterContract,
  describeMovesContract,
  describeTrackerContract,
} from "../tracker.ts";

const makeSubject = async () => trackerSubject(await plainGithub());

describeTrackerContract("GitHub", makeSubject);
describeMovesContract("GitHub", makeSubject);
describeDeskContract("GitHub", makeSubject);
describeFilterContract("GitHub", async () => trackerSubject(await plainGithub({ labels: ["bug"] })));
