/**
 * What is read of a job: each fact once. From this come the type, the schema of the API, the columns
 * of CSV and Excel, how versions are merged, and what the page calls it.
 */
export const FACTS = {
  pickup: { kind: 'place', label: { de: 'Abholung', en: 'Pick-up' } },
  dropoff: { kind: 'place', label: { de: 'Zustellung', en: 'Drop-off' } },
  courier: { kind: 'person', label: { de: 'Kurier', en: 'Courier' } },
  pickupBy: {
    kind: 'moment',
    label: { de: 'Abholung bis', en: 'Pick-up by' },
    description: 'Until when it has to be picked up.',
  },
  deliverBy: {
    kind: 'moment',
    label: { de: 'Zustellung bis', en: 'Drop-off by' },
    description: 'Until when it has to be delivered.',
  },
  stops: {
    kind: 'route',
    label: { de: 'Stopps', en: 'Stops' },
    description: 'Where it goes, in order, if that is more than from one place to another.',
  },
  parcels: {
    kind: 'count',
    label: { de: 'Stücke', en: 'Pieces' },
    description: 'How many pieces it has.',
  },
} as const satisfies Record<string, Fact>;

/** Languages of the page; tables for Excel are German. */
interface Label {
  readonly de: string;
  readonly en: string;
}

interface Fact {
  readonly kind: keyof Held;
  readonly label: Label;
  readonly description?: string;
}

type Texts<Part extends string> = { readonly [P in Part]: string | null };

/** What a fact of each kind is; nobody says is null. */
interface Held {
  place: Texts<'name' | 'address' | 'phone' | 'note'> | null;
  person: Texts<'name' | 'phone' | 'ownId'> | null;
  /** A time in UTC, or a day. */
  moment: string | null;
  count: number | null;
  route: readonly Stop[] | null;
}

/** What is to be done at a stop is null where nobody says it. */
export interface Stop extends Texts<'name' | 'address' | 'phone' | 'note'> {
  readonly side: 'pickup' | 'dropoff' | null;
}

export type JobFacts = { [Name in keyof typeof FACTS]: Held[(typeof FACTS)[Name]['kind']] };

const PARTS = {
  name: { de: '', en: '' },
  address: { de: ' Adresse', en: ' address' },
  phone: { de: ' Telefon', en: ' phone' },
  note: { de: ' Hinweis', en: ' note' },
  ownId: { de: ' Nummer', en: ' number' },
} as const;
export const PARTS_OF = {
  place: ['name', 'address', 'phone', 'note'],
  person: ['name', 'phone', 'ownId'],
} as const satisfies Record<string, readonly (keyof typeof PARTS)[]>;

/** A column of a table, of one value. */
export interface FactColumn {
  /** `pickupName`. */
  readonly name: string;
  readonly label: Label;
  readonly kind: keyof Held;
  value(facts: JobFacts): string | number | null;
}

/** `Rathaus, Hamburg → Bahnhof, Bremen`, in one field of a table. */
function routeText(stops: readonly Stop[] | null): string | null {
  if (stops === null) return null;
  return stops.map(({ name, address }) => [name, address].filter(Boolean).join(', ')).join(' → ');
}

export const FACT_COLUMNS: readonly FactColumn[] = Object.entries<Fact>(FACTS).flatMap(
  ([name, { kind, label }]): FactColumn[] => {
    const fact = name as keyof JobFacts;
    if (kind === 'moment' || kind === 'count') {
      return [{ name, label, kind, value: (facts) => facts[fact] as string | number | null }];
    }
    if (kind === 'route') return [{ name, label, kind, value: ({ stops }) => routeText(stops) }];
    return PARTS_OF[kind].map((part) => ({
      name: name + part.charAt(0).toUpperCase() + part.slice(1),
      label: { de: label.de + PARTS[part].de, en: label.en + PARTS[part].en },
      kind,
      value: (facts) => (facts[fact] as Record<string, string | null> | null)?.[part] ?? null,
    }));
  },
);
