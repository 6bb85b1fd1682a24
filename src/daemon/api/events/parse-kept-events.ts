import type { ConversationEventView } from "../../../protocol/session/conversation.ts";

/** Events as they were kept, or as redaction left them. */
export function parseKeptEvents(text: string): readonly ConversationEventView[] {
  return JSON.parse(text) as readonly ConversationEventView[];
}
