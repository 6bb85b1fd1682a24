import type { CandidateId } from "../../../domain/model/ids.ts";
import { refPart } from "../../shared/git/ref-part.ts";

/** Where a candidate is pushed for its checks: workflows that run on `push` to `ao-candidate/**` see it. */
export const candidateBranch = (id: CandidateId): string => `ao-candidate/${refPart(id)}`;
