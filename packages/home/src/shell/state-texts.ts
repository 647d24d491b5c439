import type { LiveState } from 'hookline-client';

interface StateTexts {
  readonly title: string;
  readonly light: { readonly live: string; readonly phone: string; readonly archive: string };
  readonly live: Record<LiveState, string>;
  readonly liveHelp: Partial<Record<LiveState, string>>;
  readonly noNetwork: string;
  readonly phone: {
    asking: string;
    none: string;
    connecting: string;
    live: string;
    waiting: string;
  };
  readonly phoneHelp: { none: string; waiting: string };
  readonly desk: (extension: string) => string;
  readonly reports: (count: string) => string;
  readonly archive: {
    ready: string;
    closed: string;
    degraded: string;
    starting: string;
    unknown: string;
  };
  readonly archiveHelp: string;
  readonly server: (text: string) => string;
  readonly since: (time: string) => string;
  readonly stale: string;
  readonly retry: string;
  readonly restarted: string;
}

export const STATE: { de: StateTexts; en: StateTexts } = {
  de: {
    title: 'Verbindungen',
    light: { live: 'Live', phone: 'Telefon', archive: 'Archiv' },
    live: {
      connecting: 'Verbindung wird aufgebaut',
      live: 'Verbunden: Ereignisse kommen sofort an',
      stalled: 'Die Leitung war tot und wird ersetzt',
      waiting: 'Keine Verbindung zum Server',
      busy: 'Der Server hat keinen Platz mehr frei',
      unauthorised: 'Der Server verlangt eine Anmeldung',
      refused: 'Der Server nimmt die Verbindung nicht an',
      stopped: 'Angehalten',
    },
    liveHelp: {
      waiting:
        'Die Seite versucht es von selbst wieder. Dauert es länger: Läuft der Server? Ist das Netzwerkkabel gesteckt?',
      busy: 'Zu viele Seiten sind offen. Die Seite versucht es von selbst wieder; sonst andere Fenster schließen oder app.stream.max-clients erhöhen.',
      unauthorised: 'Seite neu laden und anmelden.',
      refused: 'Seite neu laden. Hilft das nicht: dem Administrator Bescheid geben.',
      stalled: 'Das kommt nach Ruhezustand oder Netzwechsel vor. Nichts zu tun.',
    },
    noNetwork: 'Dieser Rechner hat kein Netz',
    phone: {
      asking: 'Wird gesucht',
      none: 'Keine Telefonanlage eingerichtet',
      connecting: 'Verbindung zur Telefonanlage wird aufgebaut',
      live: 'Verbunden',
      waiting: 'Keine Verbindung zur Telefonanlage',
    },
    phoneHelp: {
      none: 'Nummern öffnen das Telefonprogramm dieses Rechners. Einrichten: app.telephony.system.',
      waiting:
        'Anrufe werden hier nicht angezeigt. Läuft das Telefonprogramm auf diesem Rechner? Die Seite verbindet sich von selbst.',
    },
    desk: (extension) => `Platz ${extension}`,
    reports: (count) => `${count} Meldungen warten auf den Server`,
    archive: {
      ready: 'Alles wird gespeichert',
      closed: 'Webhooks werden gespeichert, Meldungen der Seiten nicht',
      degraded: 'Das Archiv meldet ein Problem',
      starting: 'Der Server startet oder beendet sich gerade',
      unknown: 'Unbekannt, solange der Server nicht zu erreichen ist',
    },
    archiveHelp:
      'Neue Ereignisse kommen trotzdem an und werden gespeichert, sobald es geht. Bleibt das Licht rot: Wer den Server betreut, findet die Meldung in dessen Protokoll und Abhilfe in docs/operations.md.',
    server: (text) => `Meldung des Servers: ${text}`,
    since: (time) => `seit ${time}`,
    stale: 'Angezeigt wird der letzte bekannte Stand. Die Seite verbindet sich von selbst wieder.',
    retry: 'Jetzt versuchen',
    restarted: 'Der Server wurde neu gestartet',
  },
  en: {
    title: 'Connections',
    light: { live: 'Live', phone: 'Telephone', archive: 'Archive' },
    live: {
      connecting: 'Connecting',
      live: 'Connected: events arrive at once',
      stalled: 'The line was dead and is being replaced',
      waiting: 'No connection to the server',
      busy: 'The server has no place left',
      unauthorised: 'The server wants a login',
      refused: 'The server does not take the connection',
      stopped: 'Stopped',
    },
    liveHelp: {
      waiting:
        'The page keeps trying by itself. If it takes long: is the server running? Is the network cable plugged in?',
      busy: 'Too many pages are open. The page keeps trying; otherwise close other windows or raise app.stream.max-clients.',
      unauthorised: 'Reload the page and log in.',
      refused: 'Reload the page. If that does not help, tell the administrator.',
      stalled: 'This happens after sleep or a change of network. Nothing to do.',
    },
    noNetwork: 'This computer has no network',
    phone: {
      asking: 'Looking for it',
      none: 'No telephone system is set up',
      connecting: 'Connecting to the telephone system',
      live: 'Connected',
      waiting: 'No connection to the telephone system',
    },
    phoneHelp: {
      none: 'Numbers open the telephone program of this computer. To set one up: app.telephony.system.',
      waiting:
        'Calls are not shown here. Does the telephone program run on this computer? The page connects by itself.',
    },
    desk: (extension) => `Desk ${extension}`,
    reports: (count) => `${count} reports wait for the server`,
    archive: {
      ready: 'Everything is stored',
      closed: 'Webhooks are stored, what pages report is not',
      degraded: 'The archive reports a problem',
      starting: 'The server is starting or shutting down',
      unknown: 'Unknown while the server cannot be reached',
    },
    archiveHelp:
      'New events still come in and are stored as soon as possible. If the light stays red: whoever looks after the server finds the message in its log, and help in docs/operations.md.',
    server: (text) => `The server says: ${text}`,
    since: (time) => `since ${time}`,
    stale: 'What you see is the last known state. The page reconnects by itself.',
    retry: 'Try now',
    restarted: 'The server was restarted',
  },
};
