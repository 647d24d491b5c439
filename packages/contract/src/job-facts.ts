/**
 * What is read of a job: each fact once. From this come the type, the schema of the API, the columns
 * of CSV and Excel, and how versions are merged.
 */
export const FACTS = {
  pickup: { kind: 'place', label: 'Abholung' },
  dropoff: { kind: 'place', label: 'Zustellung' },
  courier: { kind: 'person', label: 'Kurier' },
  pickupBy: {
    kind: 'moment',
    label: 'Abholung bis',
    description: 'Until when it has to be picked up.',
  },
  deliverBy: {
    kind: 'moment',
    label: 'Zustellung bis',
    description: 'Until when it has to be delivered.',
  },
  stops: {
    kind: 'route',
    label: 'Stopps',
    description: 'Where it goes, in order, if that is more than from one place to another.',
  },
  parcels: {
    kind: 'count',
    label: 'Stücke',
    description: 'How many pieces it has.',
  },
} as const satisfies Record<string, Fact>;

interface Fact {
  readonly kind: keyof Held;
  /** Tables for Excel are German. */
  readonly label: string;
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

type Facts = typeof FACTS;
export type JobFacts = { [Name in keyof Facts]: Held[Facts[Name]['kind']] };
export type CountFact = {
  [Name in keyof Facts]: Facts[Name]['kind'] extends 'count' ? Name : never;
}[keyof Facts];

const PARTS = {
  name: '',
  address: ' Adresse',
  phone: ' Telefon',
  note: ' Hinweis',
  ownId: ' Nummer',
} as const;
export const PARTS_OF = {
  place: ['name', 'address', 'phone', 'note'],
  person: ['name', 'phone', 'ownId'],
} as const satisfies Record<string, readonly (keyof typeof PARTS)[]>;

/** A column of a table, of one value. */
export interface FactColumn {
  /** `pickupName`. */
  readonly name: string;
  readonly label: string;
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
      label: label + PARTS[part],
      kind,
      value: (facts) => (facts[fact] as Record<string, string | null> | null)?.[part] ?? null,
    }));
  },
);
