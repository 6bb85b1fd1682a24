import { useEffect, useRef } from "react";
import type { QuestionView } from "../../../src/protocol/session/question.ts";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { useMute } from "../data/connection.ts";
import { sendAnswer, useIsUnderWay } from "../data/deeds.ts";
import { useDraft } from "../data/kept.ts";
import { complain } from "../data/notices.ts";
import { setQuery, useQuery } from "../lib/address.ts";

type Props = { readonly session: SessionView; readonly question: QuestionView; readonly onAnswered: () => void };

export function Question({ session, question, onAnswered }: Props) {
  const [text, setText] = useDraft(`answer ${session.id} ${question.id}`);
  const mute = useMute();
  const isBusy = useIsUnderWay(session.id, "answer");
  const field = useRef<HTMLInputElement>(null);
  const wantsFocus = useQuery("focus") === "answer";
  const isAnswered = session.question?.id !== question.id;
  useEffect(() => {
    if (!wantsFocus) return;
    field.current?.focus();
    setQuery({ focus: null });
  }, [wantsFocus]);
  const give = (content: string): void => {
    if (content.trim() === "") return;
    sendAnswer(session.id, content, question.id).then((isDone) => {
      if (isDone) setText("");
      onAnswered();
    }, complain);
  };
  const why = mute ?? (isAnswered ? "Answered; it is on its way to the agent." : null);
  return (
    <section className="question" aria-label="Question">
      <p className="question-text">{question.text}</p>
      <div className="question-choices">
        {question.choices.map((choice, index) => (
          <button key={choice} className="button" disabled={why !== null || isBusy} onClick={() => give(choice)}>
            <kbd aria-hidden>{index + 1}</kbd> {choice}
          </button>
        ))}
      </div>
      <form
        className="question-own"
        onSubmit={(event) => {
          event.preventDefault();
          give(text);
        }}
      >
        <input
          ref={field}
          className="field"
          data-answer
          value={text}
          aria-label="Your answer"
          placeholder={question.choices.length === 0 ? "Your answer" : "Or write…"}
          onChange={({ target }) => setText(target.value)}
        />
        <button className="button" type="submit" disabled={why !== null || isBusy || text.trim() === ""}>
          {isBusy ? "Answering…" : "Answer"}
        </button>
      </form>
      {why !== null && <p className="quiet">{why}</p>}
    </section>
  );
}
