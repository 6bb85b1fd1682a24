/** What the backup program printed. */
export type BackupAnswer = {
  readonly name: string;
  readonly failed: readonly { readonly name: string; readonly why: string }[];
};

export function parseBackupAnswer(text: string): BackupAnswer {
  const { name, failed } = JSON.parse(text) as BackupAnswer;
  return { name, failed };
}
