type Props = {
  readonly title: string;
  readonly onClose: () => void;
  /** Where a dialog has nothing else to be focused first. */
  readonly isFocused?: boolean;
};

export function DialogHead({ title, onClose, isFocused = false }: Props) {
  return (
    <div className="dialog-head">
      <h2>{title}</h2>
      <button className="button plain" onClick={onClose} data-focus={isFocused ? "" : undefined}>
        Close <kbd aria-hidden>Esc</kbd>
      </button>
    </div>
  );
}
