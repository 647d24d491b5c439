/** The calls that are on, wherever in the page somebody is. */
export function CallPanel() {
  return null;
}
