/** Who looks at a screen. One of them types, and its size is the terminal's; the others watch until they take over. */
import type { TerminalSize } from "./terminal-size.ts";

export type ScreenViewer = {
  readonly screen: (content: string, size: TerminalSize) => void;
  readonly data: (bytes: Uint8Array) => void;
  readonly typing: (isTyping: boolean) => void;
  readonly resized: (size: TerminalSize) => void;
  readonly closed: () => void;
};

export type ScreenViewers = {
  readonly add: (viewer: ScreenViewer, wish: { readonly size: TerminalSize; readonly types: boolean }) => void;
  readonly remove: (viewer: ScreenViewer) => void;
  readonly takeOver: (viewer: ScreenViewer) => void;
  /** It watches from now on, and nobody types until somebody takes over or comes to type. */
  readonly handBack: (viewer: ScreenViewer) => void;
  readonly resize: (viewer: ScreenViewer, size: TerminalSize) => void;
  readonly types: (viewer: ScreenViewer) => boolean;
  readonly hasTypist: () => boolean;
  readonly each: (tell: (viewer: ScreenViewer) => void) => void;
  /** Everybody who had come has left again. */
  readonly isDeserted: () => boolean;
};

export function createAudience(setSize: (size: TerminalSize) => void): ScreenViewers {
  const sizes = new Map<ScreenViewer, TerminalSize>();
  let typist: ScreenViewer | null = null;
  let isDeserted = false;
  const giveKeysTo = (viewer: ScreenViewer): void => {
    const size = sizes.get(viewer);
    if (viewer === typist || size === undefined) return;
    typist?.typing(false);
    typist = viewer;
    viewer.typing(true);
    setSize(size);
  };
  return {
    add: (viewer, { size, types }) => {
      sizes.set(viewer, size);
      isDeserted = false;
      if (types && typist === null) giveKeysTo(viewer);
      else viewer.typing(false);
    },
    remove: (viewer) => {
      isDeserted = sizes.delete(viewer) && sizes.size === 0;
      if (viewer === typist) typist = null;
    },
    takeOver: giveKeysTo,
    handBack: (viewer) => {
      if (viewer !== typist) return;
      typist = null;
      viewer.typing(false);
    },
    resize: (viewer, size) => {
      if (sizes.has(viewer)) sizes.set(viewer, size);
      if (viewer === typist) setSize(size);
    },
    types: (viewer) => viewer === typist,
    hasTypist: () => typist !== null,
    each: (tell) => {
      for (const viewer of sizes.keys()) tell(viewer);
    },
    isDeserted: () => isDeserted,
  };
}
