import { StatusChip as Chip } from '../../components/payload-status.tsx';

/** The status of a job in a word, if it has one. */
export function StatusChip({ status }: { status: string | null }) {
  return status === null || status.trim() === '' ? null : <Chip status={status} />;
}
