/** What a delivery says; null: it is no JSON. Some senders can be told to send a form with the JSON in it. */
export function parsePayload(body: Buffer): unknown {
  const text = body.toString("utf8");
  const json = text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
