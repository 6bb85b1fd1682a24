// Keeps the page itself, never what it shows: without the daemon an installed app opens and says that it is offline.
// Notices come from the page, or by push when there is none; a click on one leads to the page.
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

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

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

/** Of a session nothing is told while the page is in front: there it is seen. What is over is told only where it still stands. */
async function tell({ key, title, body, tag, path, over = false }) {
  const pages = await self.clients.matchAll({ type: "window" });
  const isSeen = path !== "/" && pages.some(({ visibilityState }) => visibilityState === "visible");
  const standing = over ? await self.registration.getNotifications({ tag }) : [];
  const isWanted = over ? standing.some(({ data }) => data?.key === key) : !isSeen;
  if (!isWanted) return;
  const data = { key, path };
  await self.registration.showNotification(title, { body, tag, icon: "/icon.svg", silent: over, data });
}

/** A push service may give a browser another address at any time. That it knows the old one says who it is. */
async function subscribeAgain({ oldSubscription }) {
  if (!oldSubscription) return;
  const made = await self.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = made.toJSON();
  const renewal = { was: oldSubscription.endpoint, endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const headers = { "content-type": "application/json" };
  await fetch("/api/push/renew", { method: "POST", headers, body: JSON.stringify(renewal) });
}

async function openPage(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const [page] = pages;
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}
