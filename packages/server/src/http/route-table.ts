import type { RouteOptions } from 'fastify';
import type { Declared } from './gate.ts';

export interface Route extends Declared {
  readonly url: string;
  readonly method: string;
  readonly pattern: RegExp;
}

/** Every route the server has, to answer 405 instead of 404 and to check what a route declares. */
export class RouteTable {
  readonly #routes: Route[] = [];

  add({ url, method, config }: RouteOptions): Declared {
    if (config?.access === undefined) {
      throw new Error(`the route ${method} ${url} does not declare who may use it`);
    }
    const { access, personal = false, lasting = false } = config;
    const methods = [method].flat();
    // What lasts is a stream, which says what it is, or gives orders to a telephone.
    const isReading = !lasting && methods.every((name) => name === 'GET' || name === 'HEAD');
    const right = config.right ?? (isReading ? 'read' : undefined);
    const declared = { access, personal, lasting, ...(right && { right }) };
    const pattern = patternOf(url);
    for (const name of methods) {
      this.#routes.push({ ...declared, url, method: name, pattern });
    }
    return declared;
  }

  /** The methods that exist at this path, none if nothing is there. */
  methodsAt(path: string): string[] {
    const here = this.#routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(here.map(({ method }) => method))].sort();
  }

  [Symbol.iterator](): Iterator<Route> {
    return this.#routes.values();
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
