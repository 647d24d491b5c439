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
});

/** The server allows style elements with this nonce, and no others. */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
