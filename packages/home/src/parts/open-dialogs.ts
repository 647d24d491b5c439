const open: HTMLElement[] = [];

/**
 * Nothing of the page behind a dialog can be reached, by mouse, key or screen reader; what bears
 * `data-behind` is the page. The telephone does not, and may open a dialog over another one.
 */
export function standInFront(dialog: HTMLElement): () => void {
  open.push(dialog);
  update();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    update();
  };
}

export function isInFront(dialog: HTMLElement): boolean {
  return open.at(-1) === dialog;
}

export function isDialogOpen(): boolean {
  return open.length > 0;
}

function update(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-behind]')) {
    part.inert = open.length > 0;
  }
  for (const dialog of open) dialog.inert = !isInFront(dialog);
}
