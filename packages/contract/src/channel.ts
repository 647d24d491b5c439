export { CHANNELS, type Channel } from 'hookline-client/words';

/** How a filter names the events of the generic URL, which have no channel. */
export const GENERIC = 'generic';
