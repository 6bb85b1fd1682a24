/** Messages with their receipts, and between them what the agent wrote, turn by turn. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ConversationEventView } from "../../../src/protocol/session/conversation.ts";
import type { MessageView } from "../../../src/protocol/session/message.ts";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { client } from "../data/client.ts";
import { useNews } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { useSlowly } from "../lib/slowly.ts";
import { Composer } from "./composer.tsx";
import { Message } from "./message.tsx";
import { Question } from "./question.tsx";
import { hasEventText, TurnEvents } from "./turn-events.tsx";
import { TurnOutput } from "./turn-output.tsx";

const READ_EVERY_MS = 300;

type Props = { readonly session: SessionView; readonly reload: () => void };

export function ConversationTab({ session, reload }: Props) {
  const { id, turn, turnsBegun, phase } = session;
  const messages = session.messages.toReversed();
  const revision = useSlowly(useNews(id), READ_EVERY_MS);
  const { data } = useResource(`conversation ${id}`, () => client.conversation({ id }), revision);
  const eventsOf = (n: number) => data?.turns.find((one) => one.n === n)?.events ?? [];
  const stick = useStickToEnd();
  return (
    <div className="conversation">
      <div className="scroll talk" ref={stick.box} onScroll={stick.onScroll} tabIndex={0} aria-label="Conversation">
        <div className="talk-inner" ref={stick.inner}>
          {turnsBegun.length === 0 && (
            <p className="task">
              <span className="quiet">Task</span> {session.task}
            </p>
          )}
          {groupMessages(messages, turnsBegun).map((group) => (
            <section key={group.key} className="exchange">
              {group.messages.map((message) => (
                <Message key={message.id} message={message} onAgain={reload} />
              ))}
              {group.turn !== null && (
                <Turn session={session} n={group.turn} isOpen={turn?.n === group.turn} events={eventsOf(group.turn)} />
              )}
            </section>
          ))}
          {phase === "asking" &&
            session.questions.map((question) => (
              <Question key={question.id} session={session} question={question} onAnswered={reload} />
            ))}
        </div>
      </div>
      {stick.isAway && (
        <button className="button below" onClick={stick.toEnd}>
          ↓ More below
        </button>
      )}
      <Composer session={session} onSent={reload} />
    </div>
  );
}

type TurnProps = {
  readonly session: SessionView;
  readonly n: number;
  readonly isOpen: boolean;
  readonly events: readonly ConversationEventView[];
};

/** As events where the agent tells them, else as the text it wrote. */
function Turn({ session: { id, agent, questions }, n, isOpen, events }: TurnProps) {
  // What is still asked stands below, where it is answered.
  const asked = new Set(questions.map((question) => question.id));
  const told = events.filter((event) => event.kind !== "question" || !asked.has(event.questionId));
  return hasEventText(told) ? (
    <TurnEvents agent={agent} n={n} isOpen={isOpen} events={told} />
  ) : (
    <TurnOutput session={id} agent={agent} n={n} isOpen={isOpen} />
  );
}

type Group = { readonly key: string; readonly messages: readonly MessageView[]; readonly turn: number | null };

/** The turns in their order, each after the message that began it; what began none yet comes last. */
function groupMessages(messages: readonly MessageView[], begun: SessionView["turnsBegun"]): readonly Group[] {
  const known = new Set(begun.map(({ message }) => message));
  const rest = messages.filter(({ id }) => !known.has(id));
  return [
    ...begun.map(({ id, n, message }) => ({
      key: id,
      messages: messages.filter((one) => one.id === message),
      turn: n,
    })),
    ...(rest.length === 0 ? [] : [{ key: "rest", messages: rest, turn: null }]),
  ];
}

/** Stays at the end only if it is there already. */
function useStickToEnd() {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = (): void => {
    isAtEnd.current = true;
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    setAway(false);
  };
  useLayoutEffect(toEnd, []);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd();
      else setAway(true);
    });
    if (inner.current !== null) observer.observe(inner.current);
    return () => observer.disconnect();
  }, []);
  const onScroll = (): void => {
    const element = box.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    if (isAtEnd.current) setAway(false);
  };
  return { box, inner, onScroll, isAway, toEnd };
}
