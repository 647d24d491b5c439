// Run by hookline.mjs where an older Node waits for this one. That one may be killed, with no time
// to say so: then the line between them ends.
import { end } from './leave.mjs';

process.once('disconnect', end);
process.channel?.unref();
await import('./program.mjs');
