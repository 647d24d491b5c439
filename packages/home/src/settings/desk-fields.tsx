import { usePhone } from '../backend/app-context.ts';
import { type Desk, LONGEST_NAME, LONGEST_NUMBER } from '../desk.ts';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { SelectField, TextField } from '../parts/fields.tsx';

/** Number and name of a desk. Where the telephone has several, it is one of those. */
export function DeskFields(props: {
  readonly desk: Desk;
  readonly onChange: (desk: Desk) => void;
  readonly isFirst?: boolean;
}) {
  const t = useLaterTexts().deskFields;
  const { desk: nameOf } = useTexts().stateLights;
  const { desk, onChange } = props;
  const desks = usePhone().address?.desks ?? [];
  const change = (part: Partial<Desk>) => onChange({ ...desk, ...part });
  return (
    <>
      {desks.length > 1 ? (
        <SelectField
          label={t.phone}
          description={t.phoneHint}
          value={desks.includes(desk.number) ? desk.number : ''}
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
          options={[
            { value: '', label: t.noDesk },
            ...desks.map((each) => ({ value: each, label: nameOf(each) })),
          ]}
        />
      ) : (
        <TextField
          label={t.number}
          value={desk.number}
          maxLength={LONGEST_NUMBER}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
        />
      )}
      <TextField
        label={t.name}
        description={t.nameHint}
        value={desk.name}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        data-autofocus={props.isFirst}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
    </>
  );
}
