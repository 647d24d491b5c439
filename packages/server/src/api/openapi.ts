import swagger from '@fastify/swagger';
import { Problem } from '@hookline/contract';
import type { App } from '../http/app.ts';

/** What every endpoint may answer instead; one that says otherwise for itself is believed. */
const PROBLEM = {
  description: 'An error as RFC 9457 describes it.',
  content: { 'application/problem+json': { schema: Problem } },
};
const PROBLEMS = { '4xx': PROBLEM, 503: PROBLEM };

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;
const WEBHOOK_TOKEN = '`app.webhook.token`, or that of a sender (`app.webhook.senders`)';
const SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'hookline',
    description: 'With `app.access.password`: by `POST /api/session`.',
  },
  token: bearer('`app.access.token`'),
  webhookToken: bearer(WEBHOOK_TOKEN),
  webhookTokenHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-webhook-token',
    description: WEBHOOK_TOKEN,
  },
  webhookTokenQuery: { type: 'apiKey', in: 'query', name: 'token', description: WEBHOOK_TOKEN },
} as const;

/** Where nothing is closed, `{}` is enough; and a webhook may be known by its signature instead. */
const SECURITY = {
  reader: [{ session: [] }, { token: [] }, {}],
  intake: [{ webhookToken: [] }, { webhookTokenHeader: [] }, { webhookTokenQuery: [] }, {}],
  open: undefined,
};

/** In the order in which a reader needs them. */
const TAGS = {
  webhook: 'What foreign systems send, and what was wrong with it.',
  stream: 'What comes in, as it comes in.',
  history: 'The latest events, in memory.',
  archive: 'Everything that came in, and what is known of addresses, calls and jobs.',
  mappings: 'What people have said about how a sender is read.',
  privacy: 'Everything held about a phone number.',
  SOAP: 'The server time for clients of the Axis era.',
  telephony: 'The telephone system that the service follows.',
  'telephony mock': 'A telephone network to play with; with the profile `mock` only.',
  operations: 'Is it alive, is it ready, what does it do.',
  session: 'Logging in and out.',
  documentation: 'The API for programs.',
};

/** Collects every route that is registered after it into one OpenAPI document. */
export function collectOpenApi(app: App, version: string): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hookline',
        version,
        description: 'Takes any JSON by webhook and relays it live to every open browser.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      // Of those operations that say nothing else.
      security: [],
      components: { securitySchemes: SCHEMES },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    },
    transform({ schema, url, route }) {
      const security = SECURITY[route.config?.access ?? 'open'];
      return {
        url,
        schema: {
          ...schema,
          response: { ...PROBLEMS, ...(schema.response as object) },
          ...(security && { security }),
        },
      };
    },
  });
}

/** An object of a JSON document. */
type Node = Record<string, unknown>;

/** What swagger says of an operation. */
interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Node>>;
}

/**
 * What is told to programs: each operation with an id, and each titled schema once, under its
 * title. Generated clients then have functions and types with names, instead of the same fields
 * again and again.
 */
export function openApiDocument(collected: object): object {
  const {
    paths = {},
    components,
    ...rest
  } = collected as {
    paths?: Record<string, Record<string, Operation>>;
    components?: Node;
  };
  const schemas: Record<string, unknown> = {};
  const described = mapValues(paths, (operations, path) =>
    mapValues(operations, (operation, method) => ({
      operationId: operationIdOf(method, path),
      ...operation,
      responses: mapValues(operation.responses, withDescription),
    })),
  );
  return { ...rest, paths: named(described), components: { ...components, schemas } };

  function named(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    const node: Node = mapValues({ ...value }, named);
    const { title } = node;
    if (typeof title !== 'string') return node;
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(node)) {
      throw new Error(`two schemas of the API are called ${title}`);
    }
    schemas[title] = node;
    return { $ref: `#/components/schemas/${title}` };
  }
}

/** `patchCallsById`: made of what cannot change, so that no route is without one. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/\W+/)
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** In place of the words that swagger has for an answer of which nothing is said. */
function withDescription(response: Node): Node {
  if (response['description'] !== 'Default Response') return response;
  const content = Object.values((response['content'] ?? {}) as Record<string, { schema?: Node }>);
  const [title] = content.flatMap(({ schema }) => schema?.['title'] ?? schema?.['type'] ?? []);
  return { ...response, description: title ?? 'What was asked for.' };
}

function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  to: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value, key)]));
}
