import type { ErrorKind } from '@hookline/contract';
import { escaped } from '../http/page.ts';

interface Schema {
  readonly type?: string | string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
}

interface Body {
  readonly description?: string;
  readonly content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  readonly tags?: string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: { name: string; in: string; schema?: Schema; description?: string }[];
  readonly requestBody?: Body;
  readonly responses?: Record<string, Body>;
}

interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** The OpenAPI document as a page that is read, not clicked through; it needs no script. */
export function docsPage(document: object, errors: Readonly<Record<string, ErrorKind>>): string {
  const {
    paths = {},
    info,
    tags,
  } = document as {
    tags: { name: string }[];
    paths?: Record<string, Record<string, Operation>>;
    info: { title: string; version: string; description?: string };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other');
  const names = tags.map(({ name }) => name).filter((name) => groups.has(name));
  const sections = names.map((tag) => {
    const articles = groups.get(tag)?.map(operationArticle).join('');
    return `<section id="${escaped(tag)}"><h2>${escaped(capitalised(tag))}</h2>${articles}</section>`;
  });
  const links = [...names, 'errors'].map(
    (tag) => `<a href="#${escaped(tag)}">${escaped(capitalised(tag))}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} · API</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28">${escaped(info.title)}</a><span class="muted">API, version ${escaped(info.version)}</span></header>
<main class="docs">
<p>${escaped(info.description ?? '')} For programs: <a href="/api/openapi.json">OpenAPI 3.1</a> and <a href="/api/asyncapi.json">AsyncAPI 3.0</a> for the stream.</p>
<nav aria-label="Sections">${links.join(' ')}</nav>
${sections.join('\n')}
<section id="errors"><h2>Errors</h2>
<p>Every error is <code>application/problem+json</code> with a stable <code>code</code>.</p>
<div class="scroll"><table><thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead><tbody>${Object.entries(
    errors,
  )
    .map(
      ([code, { status, meaning }]) =>
        `<tr id="${escaped(code)}"><td><code>${escaped(code)}</code></td><td>${status}</td><td>${prose(meaning)}</td></tr>`,
    )
    .join('')}</tbody></table></div></section>
</main>
</body>
</html>
`;
}

function operationArticle({ path, method, operation }: DocumentedOperation): string {
  const parameters = operation.parameters ?? [];
  const parts = [
    `<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(path)}</code></h3>`,
    `<p>${prose(operation.summary ?? '')}.</p>`,
    operation.description ? `<p class="muted">${prose(operation.description)}</p>` : '',
    parameters.length > 0
      ? table(
          ['parameter', 'in', 'meaning'],
          parameters.map(({ name, in: place, schema, description }) => [
            `<code>${escaped(name)}</code>`,
            escaped(place),
            prose(description ?? schema?.description ?? ''),
          ]),
        )
      : '',
    operation.requestBody ? `<h4>Body</h4>${bodyOf(operation.requestBody)}` : '',
    ...Object.entries(operation.responses ?? {}).map(
      ([status, response]) => `<h4>Answer ${escaped(status)}</h4>${bodyOf(response)}`,
    ),
  ];
  return `<article>${parts.join('')}</article>`;
}

function bodyOf({ content = {}, description }: Body): string {
  const forms = Object.entries(content).map(
    ([type, { schema = {} }]) =>
      `<p><code>${escaped(type)}</code> ${typeName(schema)} ${prose(schema.description ?? '')}</p>${fieldTable(schema)}`,
  );
  // "Default Response" is what the generator writes when a route says nothing.
  const words = description && description !== 'Default Response' ? description : '';
  return forms.join('') || `<p>${prose(words || 'No content.')}</p>`;
}

function fieldTable(schema: Schema): string {
  const { properties } = schema.items ?? schema;
  if (!properties) return '';
  return table(
    ['field', 'type', 'meaning'],
    Object.entries(properties).map(([name, field]) => [
      `<code>${escaped(name)}</code>`,
      typeName(field),
      prose(field.description ?? ''),
    ]),
  );
}

function typeName({ type, items, anyOf, enum: values, title, const: constant }: Schema): string {
  if (anyOf) return anyOf.map(typeName).join(' or ');
  if (constant !== undefined) return `<code>${escaped(JSON.stringify(constant))}</code>`;
  if (values) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(' or ');
  if (items) return `list of ${items.title ? escaped(items.title) : typeName(items)}`;
  return escaped(title ?? [type ?? 'any JSON'].flat().join(' or '));
}

function table(head: string[], rows: string[][]): string {
  const cells = (row: string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll"><table><thead>${cells(head, 'th')}</thead><tbody>${rows
    .map((row) => cells(row, 'td'))
    .join('')}</tbody></table></div>`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function prose(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
