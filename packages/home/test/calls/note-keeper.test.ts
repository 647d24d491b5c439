import { expect, test } from 'vitest';
import { type Before, NoteAutosave, type Written } from '../../src/parts/note-autosave.ts';

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

function keeperWith(answer: (text: string, was: Before) => Promise<boolean>) {
  const clock = new Clock();
  const overtaken: string[] = [];
  const keeper = new NoteAutosave({
    outcomeOf: (error) =>
      error instanceof Overtaken
        ? error.by
        : error === 'refused' || error === 'gone'
          ? error
          : false,
    onOvertaken: (_, text) => overtaken.push(text),
    later: clock.later,
  });
  const saved: string[] = [];
  const edit = (text: string, was: Before = null) =>
    keeper.edit('call', text, was, (note, noteWas) => {
      saved.push(note);
      return answer(note, noteWas);
    });
  const draft = () => keeper.drafts.get().get('call');
  return { clock, keeper, saved, overtaken, edit, draft };
}

class Overtaken extends Error {
  readonly by: Written;
  constructor(note: string) {
    super(note);
    this.by = { note, by: null };
  }
}

/** An archive with one note, which replaces none but the one that it is told. */
function archiveWith(note: string) {
  const archive = {
    note,
    async store(text: string, was: Before): Promise<boolean> {
      if (!['', was, text].includes(archive.note)) throw new Overtaken(archive.note);
      archive.note = text;
      return true;
    },
  };
  return archive;
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
  const { clock, keeper, saved, edit, draft } = keeperWith(() => Promise.reject('refused'));
  edit('Tor 4');
  keeper.flush('call');
  await settled();
  await clock.pass(600_000);
  expect(saved).toHaveLength(1);
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'refused' });
});

test('[AR13] a note about what was erased goes with it, and no other one', async () => {
  for (const answer of [() => Promise.reject('gone'), () => Promise.resolve(false)]) {
    const { keeper, edit, draft } = keeperWith(answer);
    edit('Frau Muster ruft zurück');
    keeper.dropGone();
    await settled();
    expect(draft()).toBeUndefined();
  }
  const { keeper, edit, draft } = keeperWith(() => Promise.reject('away'));
  edit('Tor 4');
  keeper.dropGone();
  await settled();
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'waiting' });
});

test('[DI2] a note that another desk has overtaken waits for a decision, and may be typed on', async () => {
  const archive = archiveWith('Tor');
  const { clock, keeper, saved, overtaken, edit, draft } = keeperWith(archive.store);
  edit('Tor 4', 'Tor');
  archive.note = 'Hof';
  await clock.pass(1500);
  expect(draft()).toMatchObject({ text: 'Tor 4', state: 'overtaken', other: { note: 'Hof' } });
  // By now the page shows the other one; what was there when the writing began is what counts.
  edit('Tor 4b', 'Hof');
  keeper.flush('call');
  await clock.pass(600_000);
  expect(saved).toEqual(['Tor 4']);
  expect(overtaken).toEqual(['Tor 4']);
  expect(draft()).toMatchObject({ text: 'Tor 4b', state: 'overtaken' });

  // A third one comes before the decision.
  archive.note = 'Rampe';
  keeper.decide('call', 'Hof\nTor 4b');
  await settled();
  expect(draft()).toMatchObject({ state: 'overtaken', other: { note: 'Rampe' } });
  keeper.decide('call', 'Tor 4b');
  await settled();
  expect(archive.note).toBe('Tor 4b');
  expect(draft()).toBeUndefined();
});

test('[DI2] what another desk writes while somebody types here is not replaced unseen', async () => {
  const archive = archiveWith('Tor');
  const { clock, edit, draft } = keeperWith(archive.store);
  edit('Tor 4', 'Tor');
  archive.note = 'Hof';
  // The page has read it by the next letter.
  edit('Tor 4b', 'Hof');
  await clock.pass(1500);
  expect(archive.note).toBe('Hof');
  expect(draft()).toMatchObject({ text: 'Tor 4b', state: 'overtaken', other: { note: 'Hof' } });
});

test('[DI2] what another desk has written stays if that is decided', async () => {
  const archive = archiveWith('Hof');
  const { keeper, saved, edit, draft } = keeperWith(archive.store);
  edit('Tor 4');
  keeper.flush('call');
  await settled();
  keeper.decide('call', undefined);
  await settled();
  expect(draft()).toBeUndefined();
  expect(archive.note).toBe('Hof');
  expect(saved).toHaveLength(1);
});

test('[DI2] nobody is overtaken by what was written here', async () => {
  const archive = archiveWith('');
  let isLost = true;
  const { clock, overtaken, edit, draft } = keeperWith(async (text, was) => {
    await archive.store(text, was);
    if (isLost) throw new Error('the answer was lost');
    return true;
  });
  edit('Tor');
  await clock.pass(1500);
  isLost = false;
  edit('Tor 4');
  await clock.pass(1500);
  expect(archive.note).toBe('Tor 4');
  // The page has not read it yet.
  edit('Tor 4b', null);
  await clock.pass(1500);
  expect(archive.note).toBe('Tor 4b');
  expect(overtaken).toEqual([]);
  expect(draft()).toBeUndefined();
});

test('[DI2] typed on while it was being saved, it replaces what was saved', async () => {
  const archive = archiveWith('Hof');
  const first = Promise.withResolvers<void>();
  const { clock, overtaken, edit } = keeperWith(async (text, was) => {
    await first.promise;
    return archive.store(text, was);
  });
  edit('Hof 2', 'Hof');
  await clock.pass(1500);
  edit('Hof 2b', 'Hof');
  first.resolve();
  await settled();
  expect(archive.note).toBe('Hof 2b');
  expect(overtaken).toEqual([]);
});

function fail(): never {
  throw new Error('asked too often');
}
