import type { CandidateId } from "../../../../domain/model/ids.ts";
import { encodeRefPart } from "../../../shared/git/ref-part.ts";

/** Where a candidate is pushed for its checks: workflows that run on `push` to `ao-candidate/**` see it. */
export const formatCandidateBranch = (id: CandidateId): string => `ao-candidate/${encodeRefPart(id)}`;
