// Prints what comes in, for as long as it runs, in a folder with npm install hookline-client:
// node tail.mjs http://localhost:8080
import { liveEvents } from 'hookline-client';

const [baseUrl = 'http://localhost:8080'] = process.argv.slice(2);
const live = liveEvents({ baseUrl });

live.onEvent(({ id, receivedAt, channel, payload }) => {
  console.log(`#${id} ${receivedAt} ${channel ?? 'generic'} ${JSON.stringify(payload)}`);
});

let told = '';
live.subscribe(() => {
  if (live.state === told) return;
  told = live.state;
  console.error(`${baseUrl} is ${told}`);
});

process.once('SIGINT', () => live.stop());
