import Type, { type Static } from 'typebox';
import { ByDesk, deskName } from './desk.ts';
import { count, described, named, orNull, payload, text, time, word } from './record-fields.ts';
import {
  CHANNELS,
  COURIER_CLASSES,
  DATE_ORDERS,
  JOB_CLASSES,
  MAPPING_LIMITS,
  TARGETS,
  UNNAMED_SENDER,
} from './words.ts';

const path = Type.String({
  minLength: 1,
  maxLength: MAPPING_LIMITS.pathLength,
  description:
    'From the record, or with `$.` from the message: `a.b["x.y"][0]`, `[last]`, `[*]`, `[type=pickup]`.',
});
const anyClass = word([...JOB_CLASSES, ...COURIER_CLASSES]);
const statusClass = orNull(anyClass);
const words = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), anyClass, {
  description: 'What this sender’s words for a status mean; a number is a word like others.',
});
const closed = { additionalProperties: false };

const TargetRule = Type.Object(
  {
    target: word(TARGETS),
    path: Type.Optional(path),
    paths: Type.Optional(Type.Array(path, { minItems: 1, maxItems: 10 })),
    join: Type.Optional(Type.String({ maxLength: 10 })),
    words: Type.Optional(words),
    dates: Type.Optional(
      word(DATE_ORDERS, { description: 'How `03/04/2026` is meant; only of a time.' }),
    ),
  },
  {
    ...closed,
    title: 'TargetRule',
    description:
      'What stands there is the target. Of several paths the first that is there, or with `join` all of them in one text. `words` alone say what a status means, wherever it is found.',
  },
);
const NotRule = Type.Object(
  { not: word(TARGETS), path },
  { ...closed, title: 'NotRule', description: 'What stands there is not the target.' },
);
const IgnoreRule = Type.Object(
  {
    ignore: Type.Union([path, Type.Object({ path, is: Type.String({ maxLength: 200 }) }, closed)]),
  },
  {
    ...closed,
    title: 'IgnoreRule',
    description: 'What stands there is not read; with `is`, the whole message.',
  },
);

/** By the word that each kind of rule begins with. */
export const RULES = { target: TargetRule, not: NotRule, ignore: IgnoreRule };
export const MappingRule = Type.Union([TargetRule, NotRule, IgnoreRule], { title: 'MappingRule' });
export type MappingRule = Static<typeof MappingRule>;

const rules = Type.Array(MappingRule, { maxItems: MAPPING_LIMITS.rules });

export const MappingChange = Type.Object(
  {
    rules,
    by: Type.Optional(deskName({ description: 'The desk at which this is done.' })),
  },
  { title: 'MappingChange', additionalProperties: false },
);
export type MappingChange = Static<typeof MappingChange>;

const savedBy = orNull(
  Type.Object(ByDesk.properties, { description: 'Who saved it; null if nobody said who.' }),
);

export const MappingVersion = named('MappingVersion', {
  version: Type.Integer({ minimum: 1 }),
  savedAt: time('When it was saved.'),
  savedBy,
  rules,
});

const ofSender = {
  sender: Type.String({ description: `Its name; \`${UNNAMED_SENDER}\` for all without one.` }),
  channel: word(CHANNELS),
  version: Type.Integer({ minimum: 0, description: '0 where nobody has taught anything.' }),
};
const reading = orNull(
  Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'How many percent of its messages are read anew; null when all are.',
  }),
);

export const MappingSummary = Type.Object(
  { ...ofSender, rules, savedAt: time('When.'), savedBy, reading },
  { title: 'MappingSummary' },
);
export type MappingSummary = Static<typeof MappingSummary>;
export const Mappings = Type.Object({ items: Type.Array(MappingSummary) }, { title: 'Mappings' });
export type Mappings = Static<typeof Mappings>;

export const SavedMapping = Type.Object(
  { ...ofSender, savedAt: time('When.'), savedBy, rules },
  { title: 'SavedMapping' },
);

export const Mapping = described(
  'Mapping',
  'What people have said about the messages of a sender.',
  {
    ...ofSender,
    rules,
    versions: Type.Array(MappingVersion, { description: 'All that are kept, newest first.' }),
    reading,
  },
);
export type Mapping = Static<typeof Mapping>;

export const PreviewRequest = Type.Object(
  {
    rules,
    receivedAt: Type.Optional(
      time('Of a message that is to be among the samples, as the archive has it.'),
    ),
  },
  { title: 'PreviewRequest', additionalProperties: false },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

/** By whom something is said: a rule of the office, a preset, or what is built in. */
export const READ_BY = ['rule', 'preset', 'built-in'] as const;

const place = Type.Array(Type.Union([Type.String(), Type.Integer()]), {
  description: 'Names and places in lists, from the beginning of the message.',
});
const values = Type.Record(Type.String(), Type.String(), {
  description: 'What is read, by target; several further numbers are separated by commas.',
});

export const RecordPreview = described(
  'RecordPreview',
  'A job or contact of a message, as it is read.',
  {
    path: place,
    values,
    statusClass,
    marks: Type.Array(Type.Object({ path: place, target: word(TARGETS), by: word(READ_BY) }), {
      description: 'Which values of the message that is taken from.',
    }),
  },
);
export type RecordPreview = Static<typeof RecordPreview>;

export const KindPreview = named('KindPreview', {
  name: orNull(text('What its sender calls such a message, if it says so.')),
  count: count('How many of those looked at are of this kind.'),
  unread: count('In how many of them no job or contact is found.'),
  preset: orNull(text('The system that it was recognised as.')),
  sample: Type.Object({ receivedAt: time('When it came.'), payload }),
  isIgnored: Type.Boolean(),
  records: Type.Array(RecordPreview, { maxItems: 20, description: 'Of the sample.' }),
});
export type KindPreview = Static<typeof KindPreview>;

export const PREVIEW_WARNINGS = [
  'missing',
  'failed',
  'constant',
  'unique',
  'unknown-word',
] as const;

export const MappingPreview = described(
  'MappingPreview',
  'What rules would change, without saving them.',
  {
    version: Type.Integer({ minimum: 0, description: 'What the changes are compared with.' }),
    messages: count('How many were looked at: the last 200 at most.'),
    unread: count('In how many no job or contact is found.'),
    ignored: count('How many are ignored.'),
    kinds: Type.Array(KindPreview, { description: 'The newest message of each kind.' }),
    statuses: Type.Array(
      Type.Object({
        word: Type.String(),
        count: count('In how many records.'),
        statusClass,
        by: word(READ_BY),
      }),
      { description: 'The most frequent first.' },
    ),
    changes: Type.Object({
      before: count('Jobs or contacts as it is saved.'),
      after: count('The same by these rules.'),
      joined: count('How many of them are several of before.'),
      split: count('How many of before are several now.'),
      changed: count('In how many at least one fact is another.'),
      items: Type.Array(
        Type.Object({
          before: Type.Array(Type.String(), { description: 'What it was called.' }),
          after: Type.Array(Type.String()),
          facts: Type.Array(
            Type.Object({
              target: word(TARGETS),
              before: orNull(Type.String()),
              after: orNull(Type.String()),
              statusClass: orNull(
                Type.Object(
                  { before: statusClass, after: statusClass },
                  { description: 'What the word means; null of all but a status.' },
                ),
              ),
            }),
          ),
        }),
        { description: 'The newest 30.' },
      ),
    }),
    warnings: Type.Array(
      Type.Object({
        kind: word(PREVIEW_WARNINGS, {
          description:
            '`missing`: no message looked at has the path. `failed`: what stands there is no such thing, the built-in reading was taken. `constant`: the same number in all messages. `unique`: another number in every message. `unknown-word`: a status that nobody has said the meaning of.',
        }),
        rule: orNull(Type.Integer({ description: 'Its place among the rules, from 0.' })),
        target: orNull(word(TARGETS)),
        text: orNull(text('The path, the number or the word.')),
        count: count('In how many messages.'),
      }),
    ),
  },
);
export type MappingPreview = Static<typeof MappingPreview>;

export const Assignment = Type.Object(
  {
    to: Type.String({ pattern: '^[a-z0-9-]{1,32}$', description: 'The sender they are given to.' }),
    since: Type.Optional(time('Only messages from then on.')),
    until: Type.Optional(time('Only messages before.')),
    preset: Type.Optional(text('Only messages of this known system.')),
  },
  {
    title: 'Assignment',
    description: 'Gives messages that came without a name to a sender that was named later.',
    additionalProperties: false,
  },
);
export type Assignment = Static<typeof Assignment>;
export const Assigned = Type.Object({ messages: count('How many.') }, { title: 'Assigned' });
export type Assigned = Static<typeof Assigned>;
