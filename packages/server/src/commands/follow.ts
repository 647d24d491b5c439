import { type ChannelName, type LiveEvent, liveEvents, type Timers } from 'hookline-client';
import { reachProblem, refusalOf } from './reach-problem.ts';

export interface FollowOptions {
  readonly url: string;
  readonly token: string | undefined;
  /** Empty: all. */
  readonly channels: readonly ChannelName[];
  /** Begin with what the server still holds, instead of with what comes next. */
  readonly history: boolean;
  readonly ended: AbortSignal;
  readonly timers?: Timers;
  say(text: string): void;
  onEvent(event: LiveEvent): void;
}

/**
 * Follows the stream until it is asked to end, over every outage, and says what happens to the
 * line. Answers the exit code: 1 for a server that will not have it.
 */
export function follow(options: FollowOptions): Promise<number> {
  const { url, token, channels, ended, say } = options;
  let problem = 'the connection ended';
  let wasLive = false;
  let wasAway = false;
  let isTold = false;
  let instance: string | undefined;

  const live = liveEvents({
    baseUrl: url,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(channels.length > 0 && { channels }),
    // Threads of one program would share a stream; this is one program with one thread.
    tabs: false,
    ...(options.timers && { timers: options.timers }),
    async fetch(address, init) {
      problem = 'the connection ended';
      try {
        const answer = await fetch(address, init);
        if (!answer.ok) problem = await refusalOf(answer.clone());
        return answer;
      } catch (error) {
        problem = reachProblem(error, url);
        throw error;
      }
    },
  });

  return new Promise((resolve) => {
    const end = (code: number) => {
      live.stop();
      resolve(code);
    };
    const told = (text: string) => {
      if (!isTold) say(text);
      isTold = true;
    };

    /** Says what has changed; before an event too, so that what is said stands in its place. */
    const look = () => {
      const now = live.getSnapshot();
      if (ended.aborted || now.state === 'stopped') return;
      if (wasLive && now.state !== 'live') wasAway = true;
      if (now.state === 'live') {
        if (!wasLive) say(`listening to ${url}${channels.length > 0 ? ` (${channels})` : ''}`);
        else if (instance !== now.instance) {
          say(`${url} is back after a restart: ids begin at 1 again`);
        } else if (isTold) say(`${url} is back`);
        wasLive = true;
        isTold = false;
        instance = now.instance;
        if (now.missed > 0) {
          say(`${now.missed} events were missed: the server no longer holds them`);
          live.markSeen();
        }
      } else if (now.state === 'unauthorised') {
        say(`${url} refused: ${problem}`);
        if (now.status === 401)
          say('give --token or APP_ACCESS_TOKEN: app.access.token of the server');
        end(1);
      } else if (now.state === 'refused' || (!wasLive && isRefusal(now.status))) {
        say(
          now.status === 200
            ? `${url} has no event stream; is it a Hookline?`
            : `${url} refused: ${problem}`,
        );
        end(1);
      } else if (now.state === 'busy') {
        told(`${url} has no place for another stream; it is asked again later`);
      } else if (now.state === 'stalled') {
        told(`${url} is silent; connecting again`);
      } else if (now.state === 'waiting') {
        told(`${url} is away (${problem}); trying until it is back`);
      }
    };

    live.subscribe(look);
    live.onEvent((event) => {
      look();
      if (ended.aborted) return;
      // What was there before is news only to somebody who was away.
      if (event.replayed && !options.history && !wasAway) return;
      options.onEvent(event);
    });
    ended.addEventListener('abort', () => end(0));
  });
}

/** An answer that would be the same next time; to a server that once answered well it is not. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status < 500 && ![408, 425, 429].includes(status);
}
