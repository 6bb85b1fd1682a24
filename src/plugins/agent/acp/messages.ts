/** What is said to an ACP agent, in the types of the official SDK. The connection is ours: what is outstanding outlives us. */
import type {
  CancelNotification,
  InitializeRequest,
  LoadSessionRequest,
  NewSessionRequest,
  PromptRequest,
  RequestPermissionResponse,
  SetSessionModeRequest,
} from "@agentclientprotocol/sdk";

type Requests = {
  readonly initialize: InitializeRequest;
  readonly "session/new": NewSessionRequest;
  readonly "session/load": LoadSessionRequest;
  readonly "session/set_mode": SetSessionModeRequest;
  readonly "session/prompt": PromptRequest;
};

export function createRequest<Method extends keyof Requests>(id: string, method: Method, params: Requests[Method]) {
  return { jsonrpc: "2.0", id, method, params };
}

export const createCancellation = (params: CancelNotification) => ({
  jsonrpc: "2.0",
  method: "session/cancel",
  params,
});

/** `id` as it was asked. */
export const leaveGiven = (id: unknown, result: RequestPermissionResponse) => ({ jsonrpc: "2.0", id, result });
