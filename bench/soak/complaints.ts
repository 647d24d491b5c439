import { pause, type RunningServer } from '../relay/contender.ts';
import type { LoadFigures } from '../relay/load.ts';
import { metricsOf } from '../relay/metrics.ts';

const TIMEOUT = 10;

/** What the clients of a soak have to complain of. */
export function complaintsOfClients(last: LoadFigures, wanted: number): string[] {
  const { events = 0, missed, lost, doubled, refused } = last;
  const counts = Object.entries({ missed, lost, doubled, refused }).flatMap(([word, count]) =>
    count === 0 ? [] : [`${count} events were ${word}`],
  );
  // A soak that sent little says little.
  const isSlow = events < wanted * 0.95;
  return isSlow ? [...counts, `only ${events} of ${wanted} events could be sent`] : counts;
}

/** What the server itself says went wrong, or has not let go of after all have left. */
export async function complaintsOfServer({ port, process }: RunningServer): Promise<string[]> {
  let metric = await metricsOf(port);
  const isDone = () =>
    metric('hookline_streams') === 0 &&
    metric('hookline_archive_stored_total') >= metric('hookline_webhooks_accepted_total');
  for (let second = 0; second < TIMEOUT && !isDone(); second++) {
    await pause(1000);
    metric = await metricsOf(port);
  }
  const zero = {
    hookline_streams: 'streams are still held',
    hookline_streams_cut_total: 'streams were cut',
    hookline_streams_refused_total: 'streams were turned away',
    hookline_archive_dropped_total: 'records were given up by the archive',
    hookline_archive_set_aside_total: 'records were refused by the database',
  };
  const notStored =
    metric('hookline_webhooks_accepted_total') - metric('hookline_archive_stored_total');
  const errors = process.printed.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));
  return [
    ...Object.entries(zero).flatMap(([name, words]) =>
      metric(name) === 0 ? [] : [`${metric(name)} ${words}`],
    ),
    ...(notStored > 0 ? [`${notStored} events are not in the archive`] : []),
    ...errors,
  ];
}
