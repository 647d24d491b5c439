import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'cyan',
  // The lighter shades of the kit are too faint on white for text and for white text on them.
  primaryShade: { light: 9, dark: 9 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A dialog's <header> would otherwise be a second banner of the page to screen readers.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});

/** The server allows style elements with this nonce, and no others. */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

// Dialogs lock the scrolling of the page by a style element of their own library, which looks for
// its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
