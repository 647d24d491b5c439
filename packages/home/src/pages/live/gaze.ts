/** Who has not touched the page for so long has gone for a coffee. */
const IDLE = 120_000;

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'];

/** Whether somebody looks at the page: it can be seen, and was touched not long ago. */
export class Gaze {
  readonly #listeners = new Set<() => void>();
  #lastTouch = 0;
  #isThere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly isLooking = (): boolean => this.#isThere && document.visibilityState === 'visible';

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  };

  #begin(): void {
    for (const touch of TOUCHES) {
      window.addEventListener(touch, this.#touched, { passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', this.#touched);
    // Who has just opened the page is there.
    this.#touched();
  }

  #end(): void {
    for (const touch of TOUCHES) {
      window.removeEventListener(touch, this.#touched, { capture: true });
    }
    document.removeEventListener('visibilitychange', this.#touched);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #touched = (event?: Event): void => {
    this.#lastTouch = Date.now();
    this.#timer ??= setTimeout(this.#look, IDLE);
    if (this.#isThere && event?.type !== 'visibilitychange') return;
    this.#isThere = true;
    this.#tell();
  };

  readonly #look = (): void => {
    const left = this.#lastTouch + IDLE - Date.now();
    this.#timer = left > 0 ? setTimeout(this.#look, left) : undefined;
    if (left > 0) return;
    this.#isThere = false;
    this.#tell();
  };

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
