/**
 * Deliberate bugs, each as a small patch of a source file that the mutation run applies while loading it; none exists in
 * the shipped build or in the sources. A promise of the world must break under each of them.
 */
export type Mutant = {
  readonly name: string;
  /** Which part it damages; every part has at least three. */
  readonly part: Part;
  readonly what: string;
  readonly patches: readonly Patch[];
};

export const parts = [
  "decide",
  "reaction",
  "plan",
  "landing",
  "policy",
  "store",
  "inbox",
  "outbox",
  "recover",
  "performer",
] as const;
export type Part = (typeof parts)[number];

/** `find` stands exactly once in the file, under `src/`. */
export type Patch = { readonly file: string; readonly find: string; readonly replace: string };

const mutant = (part: Part, name: string, what: string, ...patches: readonly Patch[]): Mutant => ({
  name,
  part,
  what,
  patches,
});
const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace });

export const mutants: readonly Mutant[] = [
  // decide
  mutant(
    "decide",
    "KEY_RUN_URL",
    "the run is part of a failure's identity, so a re-run of it is news",
    patch(
      "domain/checks.ts",
      "fingerprint: fingerprintOf(failed) },",
      "fingerprint: fingerprintOf(failed) + draft.observation.id },",
    ),
  ),
  mutant(
    "decide",
    "ACCEPT_STALE",
    "an older snapshot of a change is taken for news",
    patch("domain/late-news.ts", 'return isOlder(known, observation.change) ? "an older snapshot of the change" : null;', "return null;"),
  ),
  mutant(
    "decide",
    "ACK_ON_WRITE",
    "a message counts as read once it was written",
    patch("domain/phases/working.ts", "markWritten(draft, message);", "markAcknowledged(draft, message);"),
  ),
  mutant(
    "decide",
    "NO_RECEIPT",
    "a turn that ends has read its message, receipt or not",
    patch(
      "domain/turn-end.ts",
      "if (message !== undefined && !phase.turn.acknowledged) settleUnread(draft, message, end.result);",
      'if (message !== undefined) putMessage(draft, { ...message, state: { kind: "acknowledged", turn: phase.turn.id, atMs: 0 } });',
    ),
    patch("domain/turn-end.ts", "  putIncident,\n", "  putIncident,\n  putMessage,\n"),
  ),
  mutant(
    "decide",
    "COUNTER_RESET_ON_HEAD",
    "a new head begins the counting anew",
    patch("domain/changes.ts", 'nowOwedBy(ci, "ci", draft.now)', '{ ...nowOwedBy(ci, "ci", draft.now), attempts: 0 }'),
  ),
  mutant(
    "decide",
    "RESET_ON_OSC",
    "checks that run again end the incident, and its counter with it",
    patch(
      "domain/checks.ts",
      'if (outcome.kind === "green") onGreen(draft, change);',
      'if (outcome.kind === "green") onGreen(draft, change);\n  if (outcome.kind === "pending") closeAt(draft, onChange(change), "ci", "green");',
    ),
  ),
  mutant(
    "decide",
    "FEED_OWN_WORDS",
    "our own answers to threads are told to the agent",
    patch("domain/trust.ts", 'if (author.kind === "self") return false;', 'if (author.kind === "self") return true;'),
  ),
  mutant(
    "decide",
    "STRANGERS_STEER",
    "unknown access counts as access",
    patch(
      "domain/trust.ts",
      "return (author.canWrite.known && author.canWrite.value) || approvedTexts.includes(text);",
      "return text.length >= approvedTexts.length;",
    ),
  ),
  mutant(
    "decide",
    "PUBLISH_OVER",
    "our push may replace whatever stands there",
    patch(
      "domain/turn-end.ts",
      'return ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };',
      'return change !== undefined || ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };',
    ),
  ),
  mutant(
    "decide",
    "NO_REVALIDATE",
    "a message is sent although its head is gone",
    patch(
      "domain/turn.ts",
      "return cause.head === null || cause.head === change.head.commit || isOurs;",
      "return true;",
    ),
  ),
  mutant(
    "decide",
    "FORGET_QUESTION",
    "a question is noted, and nobody is told",
    patch(
      "domain/turn-end.ts",
      'escalate(draft, onSession, incident, draft.rules.reactions["agent-needs-input"].priority);',
      "because(draft, incident.id);",
    ),
  ),
  mutant(
    "decide",
    "RESTART_LANDED",
    "an issue that had a session is given out again",
    patch("domain/issue.ts", "issue.assigned === null && ", ""),
  ),

  // reaction
  mutant(
    "reaction",
    "UNLIMITED",
    "retries are not counted",
    patch(
      "domain/reaction.ts",
      'if (incident.attempts >= rule.retriesMax) return { kind: "silent", why: "retries_used" };',
      "",
    ),
  ),
  mutant(
    "reaction",
    "NO_ESCALATE",
    "nobody is told when the retries are used up",
    patch("domain/escalation.ts", 'if (incident.escalation.kind !== "none") return;', "if (home.kind !== null) return;"),
  ),
  mutant(
    "reaction",
    "ESC_DUP",
    "each failure escalates anew",
    patch("domain/escalation.ts", 'if (incident.escalation.kind !== "none") return;', ""),
    patch("domain/escalation.ts", 'if (incident.escalation.kind === "person") return;', ""),
    patch("domain/escalation.ts", "`incident:${incident.id}`,", "`incident:${incident.id}:${draft.observation.id}`,"),
  ),
  mutant(
    "reaction",
    "TOLD_AGAIN",
    "the same failure on the same head is told again",
    patch(
      "domain/reaction.ts",
      "return incident.toldFor?.head === failure.head && incident.toldFor?.fingerprint === failure.fingerprint;",
      "return incident.closed !== null && failure.head === null;",
    ),
  ),
  mutant(
    "reaction",
    "NEVER_TELL",
    "a failure is noted, and neither agent nor person hears of it",
    patch("domain/checks.ts", '  tellOfFailure(draft, change, incident, failed);\n}', "}"),
  ),
  mutant(
    "reaction",
    "ORCHESTRATOR_ONLY",
    "an orchestrator agent that stays silent is waited for for ever",
    patch(
      "domain/deadlines.ts",
      'if (incident.escalation.kind === "orchestrator" && incident.escalation.untilMs <= now.countedMs)',
      'if (incident.escalation.kind === "orchestrator" && incident.escalation.untilMs <= 0)',
    ),
    patch(
      "domain/deadlines.ts",
      'if (incident.escalation.kind === "orchestrator") return [incident.escalation.untilMs];',
      'if (incident.escalation.kind === "orchestrator") return [];',
    ),
  ),

  // plan
  mutant(
    "plan",
    "NO_BUDGET",
    "turns start whatever was spent",
    patch("domain/plan.ts", 'if (isUsedUp(session.spent, rules.perSession, 0)) return "its budget is used up";', ""),
  ),
  mutant(
    "plan",
    "NO_RESERVE",
    "turns in flight reserve nothing of the day's budget",
    patch("domain/plan.ts", "rules.perDay, open * reserve)", "rules.perDay, 0 * reserve)"),
  ),
  mutant(
    "plan",
    "NO_LIMIT",
    "more turns run at once than the machine was promised",
    patch(
      "domain/plan.ts",
      "if (tally.turns >= board.limits.turnsMax)",
      "if (tally.turns >= board.limits.turnsMax + 3)",
    ),
  ),
  mutant(
    "plan",
    "PEOPLE_WAIT",
    "a person's message never wakes a session",
    patch("domain/plan.ts", "people.forEach(visit);", ""),
  ),
  mutant(
    "plan",
    "NEVER_LAND",
    "the queue is never looked at",
    patch("domain/plan.ts", "const next = busy ? [] : [first];", "const next = busy || first ? [] : [first];"),
  ),

  // landing
  mutant(
    "landing",
    "SKIP_CANDIDATE",
    "a candidate lands without having been checked",
    patch(
      "domain/candidates.ts",
      "if (draft.rules.checks.length === 0 && !forgeChecks) return land(draft, candidate, made);",
      "if (draft.rules.checks.length >= 0 && !forgeChecks) return land(draft, candidate, made);",
    ),
  ),
  mutant(
    "landing",
    "LAND_RED",
    "a red candidate lands",
    patch(
      "domain/candidates.ts",
      'if (outcome.kind === "red") return onRed(draft, candidate, state, outcome.failed);',
      'if (outcome.kind === "red") return land(draft, candidate, state.made);',
    ),
  ),
  mutant(
    "landing",
    "NO_CAS",
    "news that came after the gate was judged are landed over",
    patch(
      "engine/perform/land-candidate.ts",
      "changeOf(deps, judged.id).version !== judged.version",
      "changeOf(deps, judged.id).id !== judged.id",
    ),
    patch(
      "engine/perform/land-candidate.ts",
      "changes: judged })",
      "changes: judged.map((one) => ({ ...one, version: changeOf(deps, one.id).version })) })",
    ),
  ),
  mutant(
    "landing",
    "STALE_APPROVAL",
    "an approval of an older head counts",
    patch(
      "domain/change.ts",
      'review.kind === "approved" && review.head === change.head.commit',
      'review.kind === "approved"',
    ),
  ),
  mutant(
    "landing",
    "LAND_ON_RED",
    "a red base does not stop landing",
    patch("domain/landing.ts", 'when(project.base.health.kind === "red", "base_red"', 'when(project.base.branch === "", "base_red"'),
  ),
  mutant(
    "landing",
    "LAND_UNASKED",
    "what nobody allowed to land by itself does",
    patch("domain/landing-request.ts", "if (landsByItself(draft.rules)) requestLanding", "if (landsByItself(draft.rules) || id) requestLanding"),
  ),

  // policy
  mutant(
    "policy",
    "NO_APPROVALS",
    "approvals are not asked for",
    patch("domain/policy.ts", "given.length < rules.approvals", "given.length < 0"),
  ),
  mutant(
    "policy",
    "IGNORE_REQUESTS",
    "a request for changes does not stand in the way",
    patch("domain/policy.ts", "asking.length > 0", "asking.length > 9"),
  ),
  mutant(
    "policy",
    "IGNORE_DRAFT",
    "a draft may land",
    patch("domain/policy.ts", 'when(change.state.kind === "draft"', 'when(change.state.kind === "closed"'),
    patch("domain/landing-request.ts", 'change.state.kind !== "open"', 'change.state.kind === "closed"'),
  ),
  mutant(
    "policy",
    "IGNORE_HOLD",
    "a hold label holds nothing",
    patch("domain/policy.ts", ".filter((label) => change.labels.includes(label))", ".filter((label) => label === change.id)"),
  ),
  mutant(
    "policy",
    "ANYBODY_APPROVES",
    "the approval of a stranger counts",
    patch("domain/change.ts", 'review.by.kind === "person" && isKnown(review.by.canWrite, true)', 'review.by.kind === "person"'),
  ),

  // store
  mutant(
    "store",
    "FORGET_COOL_DOWN",
    "a cool-down is not kept",
    patch("store/cooldowns.ts", "select.get(credential) ?? 0", "(select.get(credential) ?? 0) * 0"),
  ),
  mutant(
    "store",
    "NO_LANES",
    "effects of one session overtake each other",
    patch("store/outbox.ts", "earlier.seq < outbox.seq)`", "earlier.seq < 0)`"),
  ),
  mutant(
    "store",
    "LOSE_MESSAGES",
    "a queued message is not found again",
    patch("store/messages.ts", "WHERE settled = 0 AND session = ?", "WHERE settled = 0 AND session = ? AND seq % 5 <> 0"),
  ),
  mutant(
    "store",
    "LOSE_UPDATES",
    "a change of a row is now and then not written",
    patch("store/save-row.ts", "return (row) => {", "let saves = 0;\n  return (row) => {\n    if ((saves += 1) % 23 === 0) return;"),
  ),
  mutant(
    "store",
    "NEVER_DUE",
    "no deadline is ever found",
    patch("store/sessions.ts", "WHERE due_ms <= ? ORDER BY due_ms, rowid LIMIT ?", "WHERE due_ms <= ? AND id IS NULL ORDER BY due_ms, rowid LIMIT ?"),
  ),

  // inbox
  mutant(
    "inbox",
    "OUTCOME_APART",
    "what an effect brought is kept, that it is done is not",
    patch("engine/ingest.ts", "      alongside?.();\n      const rows", "      const rows"),
  ),
  mutant(
    "inbox",
    "NO_FOLLOW_UPS",
    "news of one subject for another are lost",
    patch("engine/ingest.ts", "const followUps = decision.followUps.flatMap", "const followUps = decision.followUps.slice(9).flatMap"),
  ),
  mutant(
    "inbox",
    "NO_REDACT",
    "secrets stay in what was observed",
    patch("engine/ingest.ts", "const clean = deps.redact(text);", "const clean = text;"),
    patch("engine/perform/notify.ts", "deps.redact(effect.text)", "effect.text"),
  ),
  mutant(
    "inbox",
    "ANSWER_BEFORE_COMMIT",
    "news are acknowledged, and decided only if nothing else comes in between",
    patch("engine/ingest.ts", "const rows = addAll(deps, arrivals, now, \"done\");", "const rows = addAll(deps, arrivals, now, \"done\").slice(0, 1);"),
  ),
  mutant(
    "inbox",
    "NO_PLAN",
    "nobody plans after a decision; only the clock does, and it is slow",
    patch("engine/ingest.ts", "queue.push(...grant(deps, now));", "queue.push(...grant(deps, now).slice(1));"),
  ),

  // outbox
  mutant(
    "outbox",
    "DONE_BEFORE_EFFECT",
    "an effect is marked done before it is performed",
    patch(
      "engine/outbox.ts",
      'this.deps.failpoint("effect:before");',
      'this.deps.store.transaction(() => this.deps.store.outbox.finish(row.seq, "done", null, 0));\n    this.deps.failpoint("effect:before");',
    ),
  ),
  mutant(
    "outbox",
    "RETRY_WHILE_PENDING",
    "an effect under way is started again",
    patch("engine/outbox.ts", "if (!this.underWay.has(row.seq) && ", "if ("),
  ),
  mutant(
    "outbox",
    "RETRY_NOWAIT",
    "a limit is answered by asking again",
    patch("engine/outcome.ts", 'if (error.code === "rate_limited")', 'if (error.code === "never")'),
    patch("engine/outcome.ts", 'error.code === "unavailable" ?', 'error.code === "unavailable" || error.code === "rate_limited" ?'),
    patch("engine/ending-of.ts", "const backoffMs = Math.min(", "const backoffMs = 0 * Math.min("),
  ),
  mutant(
    "outbox",
    "LOST_IS_DONE",
    "an answer that got lost counts as success",
    patch("engine/outcome.ts", "? retryFor(error.message)", "? done()"),
  ),
  mutant(
    "outbox",
    "GIVE_UP_SILENTLY",
    "an effect that is given up is reported to nobody",
    patch("engine/ending-of.ts", "return subject === null ? []", "return subject !== null ? []"),
  ),

  // recover
  mutant(
    "recover",
    "NO_LOOK_FIRST",
    "after a crash effects are done again without looking",
    patch("engine/outbox.ts", "const maybeDone = row.seq <= this.bootSeq || row.attempts > 0;", "const maybeDone = row.seq < 0;"),
  ),
  mutant(
    "recover",
    "PROBE_IS_PROOF",
    "a probe that failed proves that the process is gone",
    patch(
      "engine/observe/turn.ts",
      'if (!sight.ok || sight.value.kind === "running") return first.arrivals;',
      'if (sight.ok && sight.value.kind === "running") return first.arrivals;',
    ),
  ),
  mutant(
    "recover",
    "DOUBLE_SPAWN",
    "open turns of the last life are given up at boot",
    patch(
      "engine/recover.ts",
      "return await observeTurn(deps, { session, turn }, cursors);",
      'await observeTurn(deps, { session, turn }, cursors);\n      return [{ news: { kind: "turn_probed", session: session.id, turn: turn.id, alive: { known: true, value: false } } }];',
    ),
  ),
  mutant(
    "recover",
    "IGNORE_LOCK",
    "a second daemon goes on although the home is locked",
    patch(
      "engine/boot.ts",
      "const lock = plan.lock();",
      "let lock: Lock = { release: () => undefined };\n  try {\n    lock = plan.lock();\n  } catch (error) {\n    String(error);\n  }",
    ),
  ),
  mutant(
    "recover",
    "SKIP_UNREAD",
    "what a turn said while nobody listened is passed over",
    patch("engine/observe/turn.ts", "cursors.get(open.turn.id) ?? null", 'cursors.get(open.turn.id) ?? "999999"'),
  ),

  // performer
  mutant(
    "performer",
    "FORCE_RM",
    "a workspace is removed without rescuing what is in it",
    patch("engine/perform/remove-workspace.ts", "const rescued = await workspace.rescue(spec);", "const rescued = { ok: true, value: { ref: null } } as const;"),
    patch("engine/perform/remove-workspace.ts", "if (!rescued.ok) return outcomeOfError(rescued.error);", ""),
  ),
  mutant(
    "performer",
    "NEW_ID_ON_RETRY",
    "a turn that is tried again gets another identity",
    patch(
      "engine/perform/start-turn.ts",
      "await runtime.start(launch.value)",
      "await runtime.start(maybeDone ? { ...launch.value, turn: (launch.value.turn + \".again\") as never } : launch.value)",
    ),
    patch("engine/perform/start-turn.ts", 'if (sight.value.kind !== "absent") return done(written);', ""),
  ),
  mutant(
    "performer",
    "LEAVE_RUNNING",
    "a stopped session's process is not ended",
    patch("engine/perform/stop-turn.ts", 'await runtime.signal(effect.turn, "kill")', 'await runtime.signal(effect.turn, "interrupt")'),
    patch("engine/perform/stop-turn.ts", 'return sight.value.kind === "running" ?', 'return sight.value.kind === ("never" as string) ?'),
  ),
];
