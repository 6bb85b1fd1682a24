import type { MakeNotifier } from "../../../src/plugins/notifier/shared/made.ts";
import type { NotifierPlugin } from "../../../src/slots/notifier.ts";
import { startReceiver } from "../../fixtures/receiver.ts";
import type { NotifierSubject } from "../notifier.ts";

type Settings = (url: string) => Readonly<Record<string, unknown>>;

/** A notifier that speaks to a server on loopback, which answers as such a channel does. */
export function overHttp(make: MakeNotifier, settings: Settings, says?: object) {
  return async (): Promise<NotifierSubject> => {
    const receiver = await startReceiver();
    if (says !== undefined) receiver.answer(200, {}, JSON.stringify(says));
    const made = (): NotifierPlugin => {
      const one = make({ name: "mine", settings: settings(receiver.url), env: {} });
      if (!one.ok) throw new Error(one.why);
      return one.notifier;
    };
    return {
      plugin: made(),
      afterDaemonDeath: async () => made(),
      arrived: async () => receiver.received.map(({ body }) => plainly(body)),
      dispose: () => receiver.stop(),
    };
  };
}

/** Every text in a JSON document, whatever its shape. */
function plainly(body: string): string {
  const texts: string[] = [];
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
