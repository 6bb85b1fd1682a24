type Props<T extends string> = {
  /** Left out: what stands around it has the name. */
  readonly name?: string;
  readonly of: readonly T[];
  readonly chosen: T;
  readonly onChoose: (next: T) => void;
  readonly isDisabled?: boolean;
};

/** One of a few, all of them in sight. */
export function Switch<T extends string>({ name, of, chosen, onChoose, isDisabled = false }: Props<T>) {
  return (
    <div className="switch" {...(name === undefined ? {} : { role: "group", "aria-label": name })}>
      {of.map((value) => (
        <button key={value} aria-pressed={value === chosen} disabled={isDisabled} onClick={() => onChoose(value)}>
          {value}
        </button>
      ))}
    </div>
  );
}
