import { Modal } from '@mantine/core';
import type { Address } from '../../backend/archive.ts';

/** Saves a new contact, or corrects one. */
export function ContactForm(props: {
  /** The one to be corrected; undefined for a new one. */
  readonly address?: Address | undefined;
  /** What is known of a new one already. */
  readonly number?: string | undefined;
  readonly name?: string | undefined;
  readonly onClose: () => void;
}) {
  return <Modal opened onClose={props.onClose} title={props.name ?? props.number} />;
}
