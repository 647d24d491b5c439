import type { JobFacts } from '@hookline/contract';
import { jobs, mergedFacts } from './reading.ts';

type Answer = string | readonly string[] | null | undefined;
type ExpectedParty = Readonly<Record<'name' | 'address' | 'phone', Answer>> | null;

/** Messages of a foreign system, and what a person reads in them. */
export interface Recorded {
  readonly source: string;
  readonly channel: string;
  readonly messages: readonly object[];
  readonly expect: {
    readonly reference: string | null;
    readonly alsoAcceptable: readonly string[];
    readonly statusRaw: readonly (string | null)[];
    readonly statusAlsoAcceptable?: readonly (readonly string[])[];
    readonly statusClass: readonly (string | null)[];
    readonly statusClassAlsoAcceptable?: readonly (readonly string[])[];
    readonly pickup: ExpectedParty;
    readonly dropoff: ExpectedParty;
    readonly courier: ExpectedParty;
    readonly customer?: ExpectedParty;
    readonly pickupBy: Answer;
    readonly deliverBy: Answer;
    readonly tolerated?: Readonly<Record<string, Answer>>;
  };
}

export interface Verdict {
  readonly isWhole: boolean;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/** What was made of the messages of one job. */
export interface MadeJob {
  readonly status: string | null | undefined;
  readonly statusClass: string | null | undefined;
  readonly facts: JobFacts;
}

/** Compares a job with what a person reads in its messages. */
export function scoreOf(
  { messages, expect }: Recorded,
  { status, statusClass, facts }: MadeJob,
): Pick<Verdict, 'right' | 'wrong'> {
  const last = messages.length - 1;
  const score = new Score(expect.tolerated ?? {});
  const statuses = [expect.statusRaw[last], ...(expect.statusAlsoAcceptable?.[last] ?? [])];
  score.oneOf('status', statuses, status);
  const classes = [expect.statusClass[last], ...(expect.statusClassAlsoAcceptable?.[last] ?? [])];
  score.oneOf('statusClass', classes, statusClass);
  for (const side of ['pickup', 'dropoff'] as const) {
    score.fact(`${side}.name`, sameName, expect[side]?.name, facts[side]?.name);
    score.fact(`${side}.address`, sameAddress, expect[side]?.address, facts[side]?.address);
    score.fact(`${side}.phone`, samePhone, expect[side]?.phone, facts[side]?.phone);
  }
  score.fact('courier.name', sameName, expect.courier?.name, facts.courier?.name);
  score.fact('courier.phone', samePhone, expect.courier?.phone, facts.courier?.phone);
  score.fact('pickupBy', sameTime, expect.pickupBy, facts.pickupBy);
  score.fact('deliverBy', sameTime, expect.deliverBy, facts.deliverBy);
  return score;
}

/** Reads and merges the messages of one job, and compares with what a person reads. */
export function judged(recorded: Recorded): Verdict {
  const { messages, expect } = recorded;
  const read = messages.flatMap(jobs);
  const stated = read.findLast(({ status }) => status !== null);
  const classed = read.findLast(({ statusClass }) => statusClass !== null)?.statusClass;
  const { right, wrong } = scoreOf(recorded, {
    status: stated?.status,
    statusClass: stated ? (stated.statusClass ?? classed) : (classed ?? 'new'),
    facts: mergedFacts(read.map((message) => message.facts)),
  });

  const accepted = [expect.reference, ...expect.alsoAcceptable];
  const isOne =
    read.length === messages.length &&
    read.every((one) => {
      const [first] = read;
      const isSame = one.reference === first?.reference;
      return (
        isSame ||
        first?.aliases.includes(one.reference ?? '') ||
        one.aliases.includes(first?.reference ?? '')
      );
    });
  const names = read.flatMap(({ reference, aliases }) => [reference, ...aliases]);
  const isWhole = isOne && names.some((name) => accepted.includes(name));
  const references = `references ${JSON.stringify(read.map((one) => one.reference))}`;
  return { isWhole, right, wrong: isWhole ? wrong : [...wrong, references] };
}

class Score {
  readonly right: string[] = [];
  readonly wrong: string[] = [];
  readonly #tolerated: Readonly<Record<string, Answer>>;

  constructor(tolerated: Readonly<Record<string, Answer>>) {
    this.#tolerated = tolerated;
  }

  oneOf(name: string, expected: readonly (string | null | undefined)[], actual: unknown): void {
    if (expected[0] === null) return;
    const small = (value: unknown) =>
      String(value ?? '')
        .trim()
        .toLowerCase();
    this.#note(
      name,
      expected.some((one) => small(one) === small(actual)),
      actual,
    );
  }

  fact(
    name: string,
    isSame: (expected: string, actual: string) => boolean,
    expected: Answer,
    actual: string | null | undefined,
  ): void {
    const answers = [expected ?? []].flat();
    if (answers.length > 0) {
      this.#note(name, !!actual && answers.some((one) => isSame(one, actual)), actual);
    } else if (actual) {
      const tolerated = [this.#tolerated[name] ?? []].flat();
      const isTolerated = tolerated.some((one) => isSame(one, actual) || isSame(actual, one));
      if (!isTolerated) this.#note(`${name} invented`, false, actual);
    }
  }

  #note(name: string, isRight: boolean, actual: unknown): void {
    if (isRight) this.right.push(name);
    else this.wrong.push(`${name}: ${JSON.stringify(actual)}`);
  }
}

function words(text: string): readonly string[] {
  const small = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
  return small.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

const isIn = (few: readonly string[], many: readonly string[]) =>
  few.length > 0 && few.every((word) => many.includes(word));

export function sameName(expected: string, actual: string): boolean {
  const [a, b] = [words(expected), words(actual)];
  return isIn(a, b) || (isIn(b, a) && b.length * 2 >= a.length);
}

export function sameAddress(expected: string, actual: string): boolean {
  return isIn(words(expected), words(actual));
}

export function samePhone(expected: string, actual: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^(?:00)?(?:49)?0?/, '');
  return digits(expected) !== '' && digits(expected) === digits(actual);
}

function sameTime(expected: string, actual: string): boolean {
  if (expected.length > 10) return Math.abs(Date.parse(expected) - Date.parse(actual)) < 1000;
  const inBerlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
  return actual.startsWith(expected) || inBerlin.format(new Date(actual)) === expected;
}
