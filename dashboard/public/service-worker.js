// Keeps the page itself, never what it shows: without the daemon an installed app opens and says that it is offline.
// Notices come from the page; a click on one leads back to it.
const SHELL = "shell-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldShells().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === self.location.origin && request.method === "GET";
  if (!isOurs || pathname.startsWith("/api/") || pathname.startsWith("/login")) return;
  if (request.mode === "navigate") event.respondWith(pageFor(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(assetFor(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/"));
});

async function dropOldShells() {
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
}

/** From the daemon; what it says of who is signed in is never answered from memory. */
async function pageFor(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await (await caches.open(SHELL)).put("/", answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Built files carry their hash in their names, so one that is kept is the right one. */
async function assetFor(request) {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

async function openPage(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const [page] = pages;
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}
