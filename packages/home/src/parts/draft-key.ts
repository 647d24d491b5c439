export const DRAFTS = 'hookline draft ';

/** Where in the tab's storage something that was typed is kept. */
export function draftKey(name: string): string {
  return DRAFTS + name;
}
