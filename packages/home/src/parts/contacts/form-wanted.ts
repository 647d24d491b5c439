import { kept, Store } from '../../store.ts';
import { draftKey } from '../drafts.ts';

/** Names what is kept about the form that is open. */
export const OPEN_FORM = 'open form';

/** Most pages that are opened need no form: it is fetched for the first one, or one left open. */
export const formWanted = new Store(kept('sessionStorage', draftKey(OPEN_FORM)) !== undefined);
