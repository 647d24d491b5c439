import { expect, test } from 'vitest';
import { NoteKeeper } from '../../src/parts/note-keeper.ts';

/** A clock that is moved by hand. */
class Clock {
  #now = 0;
  #due: { at: number; run: () => void }[] = [];

  readonly later = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#due.push(timer);
    return () => {
      this.#due = this.#due.filter((each) => each !== timer);
    };
  };

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter((each) => !due.includes(each));
    for (const { run } of due) run();
    await settled();
  }
}

const settled = () => new Promise((done) => setTimeout(done));

function keeperWith(answer: (text: string) => Promise<boolean>) {
  const clock = new Clock();
  const keeper = new NoteKeeper({
    isFinal: (error) => error === 'gone',
    later: clock.later,
  });
  const saved: string[] = [];
  const edit = (text: string) =>
    keeper.edit('call', text, (note) => {
      saved.push(note);
      return answer(note);
    });
  return { clock, keeper, saved, edit, draft: () => keeper.drafts.get().get('call') };
}

test('[HP2] a note is saved in a pause of typing, and once', async () => {
  const { clock, saved, edit, draft } = keeperWith(async () => true);
  edit('Tor');
  await clock.pass(1000);
  edit('Tor 4');
  await clock.pass(1000);
  expect(saved).toEqual([]);
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'typed' });
  await clock.pass(1000);
  expect(saved).toEqual(['Tor 4']);
  expect(draft()).toBeUndefined();
  await clock.pass(60_000);
  expect(saved).toHaveLength(1);
});

test('[HP2] whoever leaves the field does not wait for the pause', async () => {
  const { keeper, saved, edit, draft } = keeperWith(async () => true);
  edit('Tor 4');
  keeper.flush('call');
  await settled();
  expect(saved).toEqual(['Tor 4']);
  expect(draft()).toBeUndefined();
});

test('[HP2] what is typed while it is being saved is saved after it', async () => {
  const first = Promise.withResolvers<boolean>();
  const { keeper, saved, edit, draft } = keeperWith(async (text) =>
    text === 'a' ? first.promise : true,
  );
  edit('a');
  keeper.flush('call');
  edit('ab');
  keeper.flush('call');
  expect(draft()).toMatchObject({ text: 'ab', state: 'saving' });
  first.resolve(true);
  await settled();
  expect(saved).toEqual(['a', 'ab']);
  expect(draft()).toBeUndefined();
});

test('[HP2] a note waits for the archive to know the call, and for an archive that is away', async () => {
  const answers = [
    Promise.resolve(false),
    Promise.reject(new Error('away')),
    Promise.resolve(true),
  ];
  for (const answer of answers) answer.catch(() => {});
  const { clock, keeper, saved, edit, draft } = keeperWith(() => answers.shift() ?? fail());
  edit('Tor 4');
  keeper.flush('call');
  await settled();
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'waiting' });
  await clock.pass(1000);
  expect(draft()).toMatchObject({ state: 'waiting' });
  await clock.pass(2000);
  expect(saved).toHaveLength(3);
  expect(draft()).toBeUndefined();
});

test('[HP2] a note that is refused stays in sight and is not sent for ever', async () => {
  const { clock, keeper, saved, edit, draft } = keeperWith(() => Promise.reject('gone'));
  edit('Tor 4');
  keeper.flush('call');
  await settled();
  await clock.pass(600_000);
  expect(saved).toHaveLength(1);
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'refused' });
});

function fail(): never {
  throw new Error('asked too often');
}
