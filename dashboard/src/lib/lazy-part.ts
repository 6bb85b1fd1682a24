/** Parts of the page that are files of their own: loaded when they are opened, or before, once nothing else is to do. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

const loaders: (() => Promise<unknown>)[] = [];

export function loadLazily<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  loaders.push(load);
  return lazy(() => load().then((part) => ({ default: part })));
}

/** What shows first goes first. */
const AFTER_MS = 2_000;

/** So that a part can be opened while the daemon is down, and after it was upgraded under an open page. */
export function loadPartsWhenIdle(): void {
  setTimeout(() => {
    runWhenIdle(() => {
      // One that cannot be had now is asked for again when it is opened, and says so then.
      Promise.allSettled(loaders.map((load) => load())).catch(reportError);
    });
  }, AFTER_MS);
}

function runWhenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run);
  else run();
}
