import type { Role } from '@hookline/contract';
import { useTexts } from '../../language/language.tsx';
import classes from './contacts.module.css';
import { CONTACT } from './texts.ts';

/** Customer, courier or both. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const t = useTexts(CONTACT);
  return roles.map((role) => (
    <span key={role} className={classes.role} data-role={role}>
      {t.role[role]}
    </span>
  ));
}
