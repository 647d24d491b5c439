import type { RouteOptions } from 'fastify';

/** Every route the server has, to answer 405 instead of 404 and to check what a route declares. */
export class RouteTable {
  readonly #methods = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add({ url, method, config }: RouteOptions): void {
    if (config?.access === undefined) {
      throw new Error(`the route ${method} ${url} does not declare who may use it`);
    }
    const known = this.#methods.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    this.#methods.set(url, known);
  }

  /** The methods that exist at this path, none if nothing is there. */
  methodsAt(path: string): string[] {
    for (const { pattern, methods } of this.#methods.values()) {
      if (pattern.test(path)) return [...methods].sort();
    }
    return [];
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
