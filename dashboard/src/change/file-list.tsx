import { useQuery } from "../lib/address.ts";
import { VirtualList } from "../lib/virtual-list.tsx";
import { useIsViewed } from "./viewed.ts";
import type { DiffFile } from "./use-diff.ts";

type Props = {
  readonly change: string;
  readonly files: readonly DiffFile[];
  readonly onOpen: (path: string) => void;
};

export function FileList({ change, files, onOpen }: Props) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const at = useQuery("file");
  return (
    <nav className="file-list" aria-label="Files">
      <VirtualList
        keys={[...byPath.keys()]}
        label="Files"
        estimate={28}
        render={(path) => {
          const file = byPath.get(path);
          return file === undefined ? null : (
            <FileLink change={change} file={file} isAt={at === path} onOpen={() => onOpen(path)} />
          );
        }}
      />
    </nav>
  );
}

type LinkProps = {
  readonly change: string;
  readonly file: DiffFile;
  readonly isAt: boolean;
  readonly onOpen: () => void;
};

function FileLink({ change, file: { path, from, added, deleted, patch }, isAt, onOpen }: LinkProps) {
  const viewed = useIsViewed({ change, path, patch: patch ?? "" });
  const [name, ...folders] = path.split("/").toReversed();
  return (
    <button
      className={`file-link ${isAt ? "at" : ""}`}
      onClick={onOpen}
      title={from === undefined ? path : `${from} → ${path}`}
    >
      <span className={viewed ? "good" : "quiet"} role="img" aria-label={viewed ? "viewed" : "not viewed"}>
        {viewed ? "✓" : "●"}
      </span>
      <span className="cut">
        {name} <span className="quiet">{folders.toReversed().join("/")}</span>
      </span>
      <span className="good">{added === null ? "" : `+${added}`}</span>
      <span className="bad">{deleted === null || deleted === 0 ? "" : `−${deleted}`}</span>
    </button>
  );
}
