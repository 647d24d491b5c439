/** The kinds of data that have a webhook URL of their own. The URL alone decides. */
export const CHANNELS = ['kunden', 'kuriere', 'jobs'] as const;

export type Channel = (typeof CHANNELS)[number];

/** How a stream filter names the events of the generic URL, which have no channel. */
export const GENERIC = 'generic';
