import { Kbd, Modal, Table } from '@mantine/core';
import { useFocusBack } from '../components/focus-back.ts';
import { useTexts } from '../language/language.tsx';
import { useShortcuts } from './shortcuts.ts';

const TEXTS = {
  de: {
    title: 'Tastenkürzel',
    close: 'Schließen',
    hint: 'Mit Alt gehen sie auch, während etwas getippt wird; die anderen nur sonst.',
    key: 'Taste',
    what: 'Was sie tut',
  },
  en: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    hint: 'Those with Alt also work while something is being typed; the others only otherwise.',
    key: 'Key',
    what: 'What it does',
  },
};

/** As they are written on keyboards. */
const SHOWN: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

/** The keys that do something on the page that is open. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack();
  const t = useTexts(TEXTS);
  // A key that two parts take does what the later one says.
  const byKey = new Map(useShortcuts().map(({ key, label }) => [key, label]));
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': t.close }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.key}</Table.Th>
            <Table.Th>{t.what}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...byKey].map(([key, label]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{SHOWN[key] ?? key}</Kbd>
              </Table.Td>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className="muted">{t.hint}</p>
    </Modal>
  );
}
