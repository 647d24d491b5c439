import {
  Assigned,
  Assignment,
  CHANNELS,
  type Channel,
  Mapping,
  MappingChange,
  MappingPreview,
  type MappingRule,
  Mappings,
  PreviewRequest,
  RULES,
  UNNAMED_SENDER,
} from '@hookline/contract';
import { knownTarget, PRESETS, Mapping as ReadyMapping } from '@hookline/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TObject } from 'typebox';
import type { Archive } from '../archive/archive.ts';
import { type App, describing, HttpProblem } from '../http/app.ts';
import { isAs, mistakes, readObject } from '../http/json-body.ts';
import { plainDesk } from './desk-names.ts';
import { JSON_HEADERS } from './downloads.ts';
import { Query } from './query.ts';

const Key = Type.Object({
  sender: Type.String({
    description: `A sender, or \`${UNNAMED_SENDER}\` for all without a name.`,
  }),
  channel: Type.Enum([...CHANNELS], { type: 'string' }),
});
const SENDER = /^[a-z0-9-]{1,32}$/;
/** Each rule is checked by itself, so that what is wrong with it is said of the rule that it is. */
const anyRules = Type.Array(Type.Object({}));
const Change = Type.Object(
  { ...MappingChange.properties, rules: anyRules },
  { additionalProperties: false },
);
const Request = Type.Object(
  { ...PreviewRequest.properties, rules: anyRules },
  { additionalProperties: false },
);
const ByDesk = Type.Pick(MappingChange, ['by']);

const about = describing('mappings', { access: 'reader', personal: true });

/** What people have said about the messages of senders. */
export function mappingRoutes(app: App, archive: Archive, maxBytes: number): void {
  const url = '/api/mappings/:sender/:channel';

  app.get(
    '/api/mappings',
    about('Which senders were taught what', { response: { 200: Mappings } }),
    async (_, reply) => reply.send(await archive.mappings()),
  );

  app.get(
    url,
    about('The rules for a sender, with all versions', {
      description: '`ETag` names the version.',
      params: Key,
      response: { 200: Mapping },
    }),
    async ({ params }, reply) => {
      const { sender, channel } = keyIn(params);
      return sendMapping(reply, await archive.mapping(sender, channel));
    },
  );

  app.put(
    url,
    about('Save rules for a sender, and read anew what it has sent', {
      description:
        'With `If-Match` and another version than the last: 412, and nothing is saved. Without it, whatever is there is followed by this.',
      params: Key,
      body: MappingChange,
      response: { 200: Mapping },
    }),
    async (request, reply) => {
      const { sender, channel } = keyIn(request.params);
      const { rules, by } = await readObject(request.raw, maxBytes, Change);
      const change = { rules: rulesIn(rules, channel), ...(by && { by: plainDesk(by) }) };
      const known = knownVersion(request);
      return sendMapping(reply, await archive.saveMapping(sender, channel, change, known));
    },
  );

  app.delete(
    url,
    about('Back to the built-in reading; the versions stay', {
      params: Key,
      querystring: ByDesk,
      response: { 200: Mapping },
    }),
    async (request, reply) => {
      const { sender, channel } = keyIn(request.params);
      const by = new Query(request.query, ByDesk).text('by');
      if (!isAs(ByDesk, { ...(by && { by }) })) {
        throw new HttpProblem('bad_request', 'by is no name of a desk.');
      }
      const change = { rules: [], ...(by && { by: plainDesk(by) }) };
      const known = knownVersion(request);
      return sendMapping(reply, await archive.saveMapping(sender, channel, change, known));
    },
  );

  app.post(
    `${url}/preview`,
    about('What rules would change in the last 200 messages of a sender', {
      params: Key,
      body: PreviewRequest,
      response: { 200: MappingPreview },
    }),
    async ({ params, raw }, reply) => {
      const { sender, channel } = keyIn(params);
      const { rules, receivedAt } = await readObject(raw, maxBytes, Request);
      const request = { rules: rulesIn(rules, channel), ...(receivedAt && { receivedAt }) };
      const text = await archive.previewMapping(sender, channel, request);
      return reply.headers(JSON_HEADERS).send(text);
    },
  );

  app.post(
    `/api/mappings/${UNNAMED_SENDER}/:channel/assign`,
    about('Give messages that came without a name to a sender', {
      params: Type.Pick(Key, ['channel']),
      body: Assignment,
      response: { 200: Assigned },
    }),
    async ({ params, raw }, reply) => {
      const { channel } = keyIn({ ...params, sender: UNNAMED_SENDER });
      const assignment = await readObject(raw, maxBytes, Assignment);
      if (assignment.to === UNNAMED_SENDER) {
        throw new HttpProblem('bad_request', `${UNNAMED_SENDER} is the name of those without one.`);
      }
      const { preset } = assignment;
      const known = PRESETS.filter((one) => one.channel === channel).map(({ name }) => name);
      if (preset !== undefined && !known.includes(preset)) {
        throw new HttpProblem(
          'bad_request',
          `preset: ${JSON.stringify(preset)} is none of those for ${channel}: ${known.join(', ') || 'there are none'}.`,
        );
      }
      return reply.send({ messages: await archive.assignMessages(channel, assignment) });
    },
  );
}

function keyIn({ sender, channel }: { sender: string; channel: string }) {
  const known = CHANNELS.find((one) => one === channel);
  if (known && SENDER.test(sender)) return { sender, channel: known };
  throw new HttpProblem(
    'not_found',
    `There are mappings of a sender for ${CHANNELS.join(', ')}: /api/mappings/erp/jobs.`,
  );
}

/** What is wrong is a sentence about the rule, by its place from 1. */
function rulesIn(rules: readonly object[], channel: Channel): MappingRule[] {
  const checked = rules.map((rule, n): MappingRule => {
    const begins = (Object.keys(RULES) as (keyof typeof RULES)[]).find((word) => word in rule);
    if (begins === undefined) throw badRule(n, `must have one of ${Object.keys(RULES).join(', ')}`);
    const { target, not: denied = target }: { target?: unknown; not?: unknown } = rule;
    if (typeof denied === 'string') orRefuse(n, () => knownTarget(denied, channel));
    const schema: TObject = RULES[begins];
    if (!isAs(schema, rule)) throw badRule(n, mistakes(schema, rule).join('; '));
    return rule as Static<typeof schema> as MappingRule;
  });
  for (const [n, rule] of checked.entries()) orRefuse(n, () => new ReadyMapping([rule], channel));
  orRefuse(undefined, () => new ReadyMapping(checked, channel));
  return checked;
}

function orRefuse(n: number | undefined, make: () => unknown): void {
  try {
    make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw n === undefined
      ? new HttpProblem('bad_request', error.message)
      : badRule(n, error.message);
  }
}

function badRule(n: number, what: string): HttpProblem {
  return new HttpProblem('bad_request', `Rule ${n + 1}: ${what.replace(/\.$/, '')}.`);
}

/** The version that a change was made to; undefined if it does not say. */
function knownVersion({ headers }: FastifyRequest): number | undefined {
  const text = headers['if-match']?.trim();
  if (text === undefined || text === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(text)?.[1];
  // A tag that was never given out names no version that could be the last.
  return version === undefined ? -1 : Number(version);
}

function sendMapping(reply: FastifyReply, mapping: Mapping): FastifyReply {
  return reply.header('etag', `"${mapping.version}"`).send(mapping);
}
