/** Every queue, retry, buffer and wait has a maximum. Here is each one, with its reason. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB = 1_024;
const MIB = 1_024 * KIB;
const GIB = 1_024 * MIB;

export const limits = {
  /** A session with this many unread messages is not reading; more would only be lost in the pile. */
  messagesQueuedMax: 100,
  /** What fits a prompt of every supported agent beside the task itself. */
  messageTextMax: 64 * KIB,
  /** What people said below an issue, each of them and all together: a task is read whole, before every turn. */
  commentTextMax: 4 * KIB,
  commentsTextMax: 16 * KIB,
  /** The failing part of a log; the whole log lies beside the workspace. */
  evidenceTextMax: 16 * KIB,
  /** Turns that began without a sign that the agent read the message, before the message is set aside. */
  deliveriesMax: 3,
  /**
   * Wait before a crashed agent is started again, counted for each crash of one incident: 2 s, 10 s, 50 s, 1 min. A lock or a
   * network that was away for a moment is back by then; few retries are allowed, so each must be worth more than the last.
   * The cap is what a person who looks at it would bear.
   */
  restartBaseMs: 2 * SECOND,
  restartGrowth: 5,
  restartCapMs: 1 * MINUTE,
  /** Closed incidents kept on their subject for `ao why`; older ones are in the event log. */
  closedIncidentsKept: 8,
  /** Failures of one incident that are recognised when they come back. */
  fingerprintsKept: 32,
  /** Infrastructure failures are retried with back-off this often before a person hears of it. */
  infrastructureRetriesMax: 5,
  infrastructureBackoffMs: 30 * SECOND,
  /** Of a candidate or the base: many wait for it, and its checks go before theirs, so it leaves the machine to them longer. */
  sharedBackoffMs: MINUTE,
  /** A red base may only have seemed so: it is checked again after this long, then less and less often. */
  baseRecheckMs: 30 * MINUTE,
  baseRecheckCapMs: 4 * HOUR,
  /** Heads of the base that were seen to fail; a change that began at an older one is told of those failures as its own. */
  redHeadsKept: 10,
  /** Caches of projects beyond this go, the longest unused first: a session can download again what it needs. */
  cachesKeptBytes: 20_000_000_000,
  cachesKeptMs: 30 * DAY,
  /** A program that was started with a cache may still run for this long, so the cache stays. */
  cacheInUseMs: DAY,
  /**
   * What set-up made for a lockfile goes when no workspace was given it for this long, or a project has more than so many
   * newer ones, or all take more than this: it can be made again from the lockfile.
   */
  preparedKeptMs: 14 * DAY,
  preparedPerProject: 4,
  preparedKeptBytes: 20_000_000_000,
  /** A copy may still be made from one that was given this recently. */
  preparedInUseMs: HOUR,
  /** An agent that was interrupted has this long to end its turn; then its process is killed. */
  interruptGraceMs: 30 * SECOND,
  /** A process whose turn has ended is left this long to go by itself before it is killed. */
  leaveMs: 5 * SECOND,
  leavePollMs: 50,
  /** An agent that was answered inside its turn has this long to say that it heard; then the question is asked again. */
  answerArrivesMs: 1 * MINUTE,
  /** A take-over ends this long after the last client left. */
  takeOverIdleMs: 15 * MINUTE,
  /** The tick is at most this late before the gap counts as sleep and moves every duration. */
  tickLateMs: 2 * MINUTE,
  /** Live sessions per allowed parallel turn: waiting sessions hold disk, not processor time. */
  liveSessionsPerTurn: 4,
  /** Open turns of the daemon unless the configuration says otherwise. */
  turnsMaxDefault: 5,
  /** Back-off of a failed effect: doubled from the base, never beyond the cap. */
  effectRetryBaseMs: 1 * SECOND,
  effectRetryCapMs: 5 * MINUTE,
  /** Attempts of one effect before it is set aside and raised to a person: about forty minutes of back-off. */
  effectAttemptsMax: 16,
  /** Escalations are worth more patience than work: at the cap of five minutes this is longer than a day. */
  notifyAttemptsMax: 300,
  /** A call that hangs is given up and asked again after this long; set-up and checks have their own patience. */
  effectTimeoutMs: 2 * MINUTE,
  /** What a daemon that died told a channel may reach it so much later: no channel is waited for as long as that. */
  noticeOnItsWayMs: 12 * SECOND,
  /** What waited for its moment is tried this long on a channel that does not take it: as long as a notice is tried anyway. */
  noticeTriedMs: 24 * HOUR,
  /** What a channel shows can be marked as over for this long: nobody scrolls back further. */
  noticeStandsMs: 7 * 24 * HOUR,
  /** A daemon that stops waits this long for what is under way; what takes its time is found again by the next one. */
  drainMs: 10 * SECOND,
  hookTimeoutMs: 1 * MINUTE,
  setupTimeoutMs: 30 * MINUTE,
  /** Whether anybody still waits for a long set-up is looked at this often. */
  setupWantedPollMs: 1 * SECOND,
  checksTimeoutMs: 2 * HOUR,
  /** Observations decided in one transaction: large enough to amortise the sync, small enough to stay responsive. */
  inboxBatchMax: 256,
  /** Open turns and projects are looked at at least this often, since hints get lost. */
  sweepMs: 30 * SECOND,
  /** Of what a whole reading no longer lists, so many are read one by one at a time. */
  missingReadMax: 50,
  /** What an issue waits for and could not be read is asked for again after this long. */
  blockerAskedAgainMs: 5 * MINUTE,
  /** An issue is looked at once more before it is begun; after so many looks in vain it is begun all the same. */
  issueLooksMax: 3,
  issueLookAgainMs: 20 * SECOND,
  /** That look is good for this long; whoever gets a place later is looked at again. */
  issueLookKeptMs: 2 * MINUTE,
  /** Trackers and forges are read whole this often, not only what changed. */
  readAllEveryMs: HOUR,
  /** Old rows are removed this often, a batch at a time. */
  pruneEveryMs: 6 * HOUR,
  /** Damaged rows of the database that a person is told of at a time: more of them is a damaged database. */
  damagedRowsTold: 10,
  /** They are looked for this often: it reads the whole database, at a gigabyte a second. */
  damageSoughtEveryMs: HOUR,
  /** The timer never spins faster than this; after a tick that failed (a full disk, say) it takes its time. */
  tickMinMs: 20,
  tickFailedMs: 1 * SECOND,
  /** A deadline that could not be decided is tried again this much later. */
  dueRetryMs: HOUR,
  /** Rows looked at in one round of the dispatcher. */
  effectsReadyMax: 256,
  /** Workspaces made or removed at once: git serialises most of it in the repository anyway. */
  workspaceEffectsMax: 4,
  /** What the commits of one turn may add to the person's repository, packed: far more than people commit, and little enough to be undone. */
  transferBytesMax: 2 * 1_024 * 1_024 * KIB,
  transferObjectsMax: 1_000_000,
  /** Taking them over reads and hashes all of it; a turn has not ended before. */
  transferMs: 10 * MINUTE,
  /** Effects under way at once, for each slot: forges and disks suffer from more, the daemon would not. */
  effectsPerSlotMax: 16,
  /** Runs of checks at once: nearly all of them only stand in the line for a place, which sees nobody outside of it. */
  checkRunsMax: 256,
  /** A candidate that fails for reasons of its own is rebuilt this often before a person is asked. */
  candidateRebuildsMax: 5,
  /** A landing that a checkout blocks is tried again soon, then less often: the person may be at it for hours. */
  landingRetryMs: 5 * SECOND,
  landingRetryCapMs: MINUTE,
  /** What one turn is assumed to cost until a larger one was seen: reserved for turns in flight. */
  turnReserveUsd: 1,
  /** Dedup keys of the inbox and finished effects, long enough for every late redelivery. */
  dedupKeptMs: 7 * DAY,
  eventsKeptMs: 30 * DAY,
  /** A browser that was not used for a day signs in again: whoever looks every day stays signed in. */
  browserIdleMs: DAY,
  /** However much it is used: a secret that was stolen unnoticed is worth nothing after a week. */
  browserSignedInMs: 7 * DAY,
  /** Of one person. Beyond it the one that was not seen for longest is signed out. */
  browsersMax: 50,
  /** Connections that have shown no token yet. Beyond it the oldest is dropped, so that a flood never keeps a person out. */
  strangerConnectionsMax: 256,
  /** Connections of people: their programs and browsers. Beyond it the one that has asked nothing for longest is dropped. */
  personConnectionsMax: 512,
  /** Connections of all agents together, and of one of them: enough for its own commands, too few to starve anybody. */
  agentConnectionsMax: 256,
  connectionsPerAgentMax: 8,
  /** Connections waiting to be accepted: fewer than may stay strangers, so that one burst does not push out all others. */
  connectionBacklog: 128,
  /** Terminals that are watched at once, by everybody together: each holds a screen in memory. */
  terminalsMax: 64,
  /** Headers of one request: browsers behind two proxies send about forty. */
  requestHeadersMax: 100,
  /** A copy of the databases is made this often, and so many are kept: an error is often noticed a day later. */
  backupEveryMs: DAY,
  backupsKept: 3,
  /** Room that a backup leaves on the disk: agents and the database itself need it more. */
  backupRoomKeptBytes: 256 * KIB * KIB,
  /** A backup of a very large database on a slow disk takes minutes; what takes longer hangs. */
  backupTimeoutMs: HOUR,
  /** Numbers that a forge restored from a backup skips: it may have given them since, and a number is never given twice. */
  forgeNumbersSkipped: 100,
  dayMs: DAY,
  /** Whoever asks what is used waits for the answer; what is not counted by then is said to be more. */
  diskLookMs: 3 * SECOND,
  /** Below this much free space (or a twentieth of a small disk) caches, old output and trash go, the oldest first. */
  diskReserveBytes: 2_000_000_000,
  diskReserveShare: 0.05,
  /** Room was made, or could not be: it is tried again after this long. To find what may go takes seconds. */
  makeRoomEveryMs: 5 * MINUTE,
  /** The whole home is added up this often where it has a bound, and for this long: hundreds of workspaces take a while. */
  homeMeasuredEveryMs: HOUR,
  homeMeasureMs: MINUTE,
  /** Output, and the workspace of a session that is over: somebody may still look at what happened today. */
  surelyKeptMs: DAY,
  /** A file that is not committed and larger was built or downloaded by mistake: hashing it would take git minutes. */
  savedFileBytesMax: 256 * MIB,
  /** All such files of a workspace together; the rest stays in the trash. */
  savedBytesMax: 2 * GIB,
} as const;
