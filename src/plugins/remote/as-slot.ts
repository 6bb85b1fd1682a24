/** A failure of a request as a slot's method may answer it. */
import { failed } from "../../slots/result.ts";
import type { RemoteFailure } from "./http/remote-result.ts";

/** Of a whole list: what is not there is a trouble of the settings, such as a repository that is no more. */
export function listFailed({ code, message, retryAfterMs }: RemoteFailure) {
  return failed(code === "gone" || code === "conflict" ? "refused" : code, message, retryAfterMs);
}

/** Of one thing, which may be gone. */
export function failOne({ code, message, retryAfterMs }: RemoteFailure) {
  return failed(code === "conflict" ? "refused" : code, message, retryAfterMs);
}
