import { join } from 'node:path';

/** Where the home page is built to. */
export const HOME_FOLDER = join(import.meta.dirname, '../../home/dist');
