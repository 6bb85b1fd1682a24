type Props = { readonly agent: string; readonly n: number; readonly isOpen: boolean };

/** Whose turn it is, above what was said in it. */
export function TurnHead({ agent, n, isOpen }: Props) {
  return (
    <header className="message-head">
      <b>{agent}</b>
      <span className="quiet">
        turn {n}
        {isOpen ? ", at work" : ""}
      </span>
    </header>
  );
}
