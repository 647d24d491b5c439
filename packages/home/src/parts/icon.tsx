/** Line drawings on a 24 by 24 grid. */
const PATHS = {
  archive: 'M4 4h16v4H4zM5 8v12h14V8M10 12h4',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  bike: 'M6 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M18 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M6 17l4-8h5l3 8M10 9l4 8M15 9l-1-3h3',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M10 8h5',
  check: 'M5 12l5 5L20 7',
  chevronDown: 'M6 9l6 6 6-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  hand: 'M7 12V6a1.5 1.5 0 0 1 3 0v5M10 11V4.5a1.5 1.5 0 0 1 3 0V11M13 11V6a1.5 1.5 0 0 1 3 0v6M16 10a1.5 1.5 0 0 1 3 0v4a7 7 0 0 1-7 7c-3 0-4.5-1.5-6-4l-2.3-4a1.5 1.5 0 0 1 2.6-1.5L7 13',
  help: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  hold: 'M9 6v12M15 6v12',
  jobs: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  live: 'M3 12h4l3-8 4 16 3-8h4',
  note: 'M5 4h14v10l-5 6H5zM14 20v-6h5',
  phone:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  phoneDown: 'M3 15v-2c5-5 13-5 18 0v2l-4 1.5-2-2v-2.5a11 11 0 0 0-6 0v2.5l-2 2z',
  phoneIn:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2M20 4l-6 6M14 5v5h5',
  phoneMissed:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2M15 4l5 5M20 4l-5 5',
  phoneOut:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2M14 10l6-6M15 4h5v5',
  pin: 'M12 3a6 6 0 0 0-6 6c0 4.5 6 12 6 12s6-7.5 6-12a6 6 0 0 0-6-6M12 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  play: 'M8 5l11 7-11 7z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 0 0-14.5-4M4 4v4h4M4 13a8 8 0 0 0 14.5 4M20 20v-4h-4',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L20 20',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  sources: 'M4 5h6v5H4zM4 14h6v5H4zM10 7.5h4a3 3 0 0 1 3 3v3M10 16.5h10M17 13.5l3 3-3 3',
  transfer: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c1-4 4-6 8-6s7 2 8 6',
  userPlus: 'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M2 20c1-4 4-6 8-6 1.5 0 3 .3 4 1M19 14v6M16 17h6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Says nothing to a screen reader: what it means stands beside it, or in the button's label. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
