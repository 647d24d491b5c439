// The built-in page: the latest events, live, without any library.
const LIMIT = 50;
const list = document.getElementById('events');
const empty = document.getElementById('empty');
const state = document.getElementById('state');
const notice = document.getElementById('notice');
const template = document.getElementById('event');

document.getElementById('example').textContent =
  `curl -d '{"hello":"dispatch"}' ${location.origin}/api/webhook/jobs`;

/** Shown events by id. */
const shown = new Map();
let instance;
let lastSign = Date.now();
let source;

/** The payload as it was sent, laid out only where that changes nothing but white space. */
function readable(data) {
  const text = data.slice(data.indexOf('"payload":') + 10, data.lastIndexOf('}'));
  const value = JSON.parse(text);
  return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
}

function show(data) {
  const event = JSON.parse(data);
  if (!event || typeof event.id !== 'number' || typeof event.receivedAt !== 'string') return;
  const item = template.content.firstElementChild.cloneNode(true);
  item.querySelector('.id').textContent = `#${event.id}`;
  item.querySelector('.channel').textContent = event.channel ?? 'generic';
  const time = item.querySelector('time');
  time.dateTime = event.receivedAt;
  time.textContent = new Date(event.receivedAt).toLocaleTimeString();
  item.querySelector('.payload').textContent = readable(data);
  item.dataset.id = event.id;

  shown.get(event.id)?.remove();
  shown.set(event.id, item);
  const older = [...list.children].find((other) => Number(other.dataset.id) < event.id);
  list.insertBefore(item, older ?? null);
  while (list.children.length > LIMIT) drop(list.lastElementChild);
  empty.hidden = true;
}

function drop(item) {
  shown.delete(Number(item.dataset.id));
  item.remove();
  empty.hidden = shown.size > 0;
}

function dropThrough(id) {
  for (const item of [...list.children]) if (Number(item.dataset.id) <= id) drop(item);
}

function tell(text) {
  notice.textContent = text;
  notice.hidden = text === '';
}

function setState(name, text) {
  state.dataset.state = name;
  state.textContent = text;
}

function connect() {
  source?.close();
  const newest = Math.max(0, ...shown.keys());
  const resume = instance ? `?lastEventId=${newest}&instance=${instance}` : '?lastEventId=0';
  source = new EventSource(`/api/webhook/events${resume}`);
  source.onmessage = ({ data }) => {
    lastSign = Date.now();
    show(data);
  };
  source.onerror = () => setState('lost', 'Connection lost, trying again …');
  source.addEventListener('hello', ({ data }) => {
    lastSign = Date.now();
    const hello = JSON.parse(data);
    if (instance && instance !== hello.instance) {
      // Ids begin at 1 again: what was shown before cannot be told apart from what comes, and the
      // browser has resumed after an id of the earlier life. So this starts over.
      dropThrough(Number.POSITIVE_INFINITY);
      tell('The server was restarted. Older events are gone from this list.');
      instance = hello.instance;
      connect();
      return;
    } else if (instance && hello.missed > 0) {
      tell(`${hello.missed} events came and went while this page was away.`);
    }
    instance = hello.instance;
    dropThrough(hello.clearedThrough);
    setState('live', 'Live');
  });
  source.addEventListener('heartbeat', () => {
    lastSign = Date.now();
  });
  source.addEventListener('cleared', ({ data }) => dropThrough(JSON.parse(data).clearedThrough));
  source.addEventListener('busy', () => setState('lost', 'The server is full, trying again …'));
}

// A line that was cut without a word looks open for ever; only the missing heartbeat tells.
setInterval(() => {
  if (source.readyState === EventSource.CLOSED || Date.now() - lastSign > 45_000) {
    lastSign = Date.now();
    setState('lost', 'No sign of life from the server, connecting anew …');
    connect();
  }
}, 5000);

document.getElementById('clear').addEventListener('click', async () => {
  const answer = await fetch('/api/webhook/history', { method: 'DELETE' }).catch(() => undefined);
  tell(
    answer?.ok ? '' : `The history could not be cleared (${answer?.status ?? 'no connection'}).`,
  );
});

connect();
