export type Ms = number;

/**
 * `wallMs` is the clock on the wall, for times that others set (quota resets, freeze windows).
 * `countedMs` stands still while the machine slept or the daemon was down, so that every duration we promise
 * ("escalate after 30 minutes") counts only time in which somebody could act.
 * `weekMinute` is local time as minutes since Monday 00:00, for freeze windows.
 */
export type Now = { readonly wallMs: Ms; readonly countedMs: Ms; readonly weekMinute: number };
