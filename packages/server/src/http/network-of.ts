import { isIPv6 } from 'node:net';

/**
 * What counts as one client. A household or an office gets a /64 of IPv6 addresses, so a limit per
 * single address would not limit anybody.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [text = ''] = address.split('%', 1);
  const [front = '', back = ''] = text.split('::', 2);
  const groups = front === '' ? [] : front.split(':');
  if (text.includes('::')) {
    const after = back === '' ? [] : back.split(':');
    // An IPv4 address at the end stands for two groups.
    const given = groups.length + after.length + (back.includes('.') ? 1 : 0);
    groups.push(...Array<string>(8 - given).fill('0'), ...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
