/** Every mutant there is; one line a part. */
import { decideMutants } from "./decide.ts";
import { inboxMutants } from "./inbox.ts";
import { landingMutants } from "./landing.ts";
import { outboxMutants } from "./outbox.ts";
import { performerMutants } from "./performer.ts";
import { scheduleMutants } from "./schedule.ts";
import { policyMutants } from "./policy.ts";
import { reactionMutants } from "./reaction.ts";
import { recoverMutants } from "./recover.ts";
import { storeMutants } from "./store.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  ...decideMutants,
  ...reactionMutants,
  ...scheduleMutants,
  ...landingMutants,
  ...policyMutants,
  ...storeMutants,
  ...inboxMutants,
  ...outboxMutants,
  ...recoverMutants,
  ...performerMutants,
];
