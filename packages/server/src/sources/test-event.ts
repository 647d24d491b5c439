/**
 * The payload of a test event, marked so that nobody takes it for an order. It says what it is in
 * both languages, for whoever sees it need not be who sent it.
 */
export function testPayload(now: number): Buffer {
  return Buffer.from(
    JSON.stringify({
      hookline: 'test',
      title: 'Testereignis / test event',
      text: 'Von der Seite „Quellen“ gesendet; es zählt nicht. / Sent from the page “Sources”; it does not count.',
      sentAt: new Date(now).toISOString(),
    }),
  );
}
