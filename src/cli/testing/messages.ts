import type { MessageView } from "../../protocol/session/message.ts";
import { ago } from "./views.ts";

export const aMessage = (more: Partial<MessageView> = {}): MessageView => ({
  id: "81",
  session: "app-7",
  reason: "message",
  by: "ada",
  text: "Redis, and set a TTL",
  state: "queued",
  why: null,
  createdAt: ago(8),
  acknowledgedAt: null,
  turn: null,
  position: 1,
  waitsFor: null,
  deliveries: 0,
  ...more,
});
