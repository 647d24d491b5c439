import { JOB_CLASSES, type JobOrder, NO_COURIER } from '@hookline/contract/words';
import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { CheckBox } from '../../parts/check-box.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { choiceText, type JobFilter, ORDERS, SCOPES, type StatusChoices } from './job-filter.ts';
import classes from './jobs.module.css';

/** Before a status as it was sent, which may be called like a class. */
const SENT = 'sent:';

function chosen(value: string): Pick<JobFilter, 'class' | 'status'> {
  const name = JOB_CLASSES.find((each) => each === value) ?? '';
  return { class: name, status: name === '' ? value.slice(SENT.length) : '' };
}

export function JobFilterBar(props: {
  readonly filter: JobFilter;
  /** The one that the list has now. */
  readonly order: JobOrder;
  readonly statuses: StatusChoices;
  readonly onChange: (change: Partial<JobFilter>) => void;
  readonly onMine: (isMine: boolean) => void;
}) {
  const { jobFilterBar: t, common } = useLaterTexts();
  const texts = useTexts();
  const { filter, onChange } = props;
  return (
    <search className={classes.filters}>
      <Segments
        className={classes.scopes}
        label={t.scope}
        all={SCOPES}
        names={t.scopes}
        value={filter.scope}
        // A status of open jobs finds nothing among the closed ones, and none of those is late.
        onChange={(scope) =>
          onChange({ scope, status: '', class: '', ...(scope === 'closed' && { late: '' }) })
        }
      />
      <SearchField
        className={classes.search}
        isBare
        label={common.search}
        placeholder={t.hint}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        className={classes.status}
        aria-label={t.status}
        value={filter.class === '' ? SENT + filter.status : filter.class}
        onChange={({ currentTarget: { value } }) => onChange(chosen(value))}
        options={[
          { value: SENT, label: t.anyStatus },
          ...props.statuses.classes.map(({ name, count }) => ({
            value: name,
            label: choiceText(statusText(name, texts, name), count),
          })),
          {
            group: t.sent,
            options: props.statuses.words.map(({ status, count }) => ({
              value: SENT + status,
              label: choiceText(shortText(status, 40), count),
            })),
          },
        ]}
      />
      <SelectField
        className={classes.status}
        aria-label={t.sort}
        value={props.order}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value as JobOrder })}
        options={ORDERS.map((value) => ({ value, label: t.orders[value] }))}
      />
      <div className={classes.flags}>
        <CheckBox
          label={t.late}
          checked={filter.late !== ''}
          onChange={(checked) =>
            onChange(
              checked
                ? {
                    late: '1',
                    ...(filter.scope === 'closed' && { scope: 'open', status: '', class: '' }),
                  }
                : { late: '' },
            )
          }
        />
        <CheckBox label={common.mine} checked={filter.mine !== ''} onChange={props.onMine} />
        <CheckBox
          label={t.withoutCourier}
          checked={filter.courier !== ''}
          onChange={(checked) => onChange({ courier: checked ? NO_COURIER : '' })}
        />
      </div>
    </search>
  );
}
