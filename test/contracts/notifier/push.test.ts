import { createVapidKey } from "../../../src/plugins/notifier/push/vapid.ts";
import { pushNotifier } from "../../../src/plugins/notifier/push/push-notifier.ts";
import { aBrowser } from "../../fixtures/push-browser.ts";
import { startReceiver } from "../../fixtures/receiver.ts";
import { describeNotifierContract } from "../notifier.ts";

/** What arrives is what the browser reads. */
describeNotifierContract("push", async () => {
  const service = await startReceiver();
  const { offer, read } = aBrowser(service.url);
  const key = createVapidKey();
  const make = () => pushNotifier({ name: "push:mine", address: offer, key, nowMs: Date.now, onGone: () => undefined });
  return {
    plugin: make(),
    afterDaemonDeath: async () => make(),
    arrived: async () => service.received.map(({ bytes }) => JSON.stringify(read(bytes))),
    dispose: () => service.stop(),
  };
});
