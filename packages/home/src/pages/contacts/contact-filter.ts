/** What the phone book is narrowed to. */
export interface ContactFilter {
  readonly q: string;
  readonly role: 'all' | 'customer' | 'courier';
}

export const ROLES = ['all', 'customer', 'courier'] as const;
export const USUAL: ContactFilter = { q: '', role: 'all' };

export function filterFrom(query: URLSearchParams): ContactFilter {
  return {
    q: query.get('q') ?? '',
    role: ROLES.find((each) => each === query.get('role')) ?? USUAL.role,
  };
}
