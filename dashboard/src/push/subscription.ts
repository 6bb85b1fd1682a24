/** Notices without an open page: the browser's push service carries them, sealed, to this page's service worker. */
import { client } from "../data/client.ts";
import { keep, readKept } from "../data/kept.ts";
import { nameBrowser } from "../lib/browser-name.ts";

const OWN = "push";

/** The daemon's name for this browser; empty: it is not told. */
export const readOwnId = (): string => readKept(OWN);

export const canBePushed = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** Only a click may ask the browser for leave. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("The browser does not allow notices here.");
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await client.push({});
  // One for the key of another home would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", keys = {} } = made.toJSON();
  try {
    const { p256dh = "", auth = "" } = keys;
    const { id } = await client.subscribePush({ endpoint, p256dh, auth, name: nameBrowser(navigator.userAgent) });
    keep(OWN, id);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

/** This browser, or another one of the same person. */
export async function unsubscribe(id: string): Promise<void> {
  await client.unsubscribePush({ id });
  if (id !== readOwnId()) return;
  keep(OWN, "");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
