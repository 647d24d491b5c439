import { duration, type Kind } from './kinds/kinds.ts';

const LIMIT = duration('1m', '7d');

/** By the name of a sender or a URL, how long it may send nothing, in milliseconds. */
export const silenceLimits: Kind<Readonly<Record<string, number>>> = {
  allowed: `name=duration entries separated by commas, such as jobs=30m, erp=2h; names are senders or kunden, kuriere, jobs, generic; ${LIMIT.allowed}`,
  parse: (text) =>
    limitFaults(text).length === 0
      ? Object.fromEntries(limitsIn(text).map(([name, limit]) => [name, LIMIT.parse(limit) ?? 0]))
      : undefined,
  faults: limitFaults,
};

function limitsIn(text: string): (readonly [name: string, limit: string])[] {
  return text.split(',').map((entry) => {
    const [name = '', ...rest] = entry.split('=').map((part) => part.trim());
    return [name, rest.join('=')];
  });
}

function limitFaults(text: string): string[] {
  const entries = limitsIn(text);
  return entries.flatMap(([name, limit], at) => {
    const shown = JSON.stringify(`${name}=${limit}`);
    if (!/^[a-z\d-]{1,32}$/.test(name)) {
      return [`${shown} is not allowed; allowed: the name of a sender or URL, such as jobs=30m`];
    }
    if (LIMIT.parse(limit) === undefined) {
      return [`${shown} is not allowed; allowed: ${LIMIT.allowed}`];
    }
    const isAgain = entries.findIndex(([other]) => other === name) < at;
    return isAgain ? [`${name} comes twice; which is meant?`] : [];
  });
}
