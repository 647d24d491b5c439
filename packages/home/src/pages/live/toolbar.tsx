import { useLive } from '../../backend/app-context.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { useStore } from '../../store.ts';
import { CHANNEL_NAMES, type ChannelName, senders } from './entry.ts';
import classes from './live.module.css';

interface ToolbarProps {
  readonly channel: ChannelName | undefined;
  /** Empty for all. */
  readonly sender: string;
  readonly choose: (channel: ChannelName | undefined, sender?: string) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Channel filter and search. Both stand in the address, so a reload keeps them. */
export function Toolbar({ channel, sender, choose, search, onSearch }: ToolbarProps) {
  const t = useTexts().live;
  const known = useStore(senders);
  const named = sender === '' || known.includes(sender) ? known : [sender, ...known];
  return (
    <div className={classes.toolbar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend */}
      <div className={`segments ${classes.channels}`} role="group" aria-label={t.filter}>
        <ChannelButton name={undefined} chosen={channel} choose={choose} />
        {CHANNEL_NAMES.map((name) => (
          <ChannelButton key={name} name={name} chosen={channel} choose={choose} />
        ))}
      </div>
      {/* There before the first sender with a name is: it would push the list away. */}
      <SelectField
        className={classes.from}
        aria-label={t.sender}
        value={sender}
        disabled={named.length === 0}
        onChange={({ currentTarget }) => choose(channel, currentTarget.value)}
        options={[{ value: '', label: t.anySender }, ...named]}
      />
      <TextField
        className={classes.search}
        type="search"
        icon="search"
        aria-label={t.search}
        placeholder={t.search}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </div>
  );
}

function ChannelButton(props: {
  readonly name: ChannelName | undefined;
  readonly chosen: ChannelName | undefined;
  readonly choose: ToolbarProps['choose'];
}) {
  const { name, chosen, choose } = props;
  const { live: t, shell } = useTexts();
  const { count } = useFormats();
  const { unseenByChannel } = useLive();
  const news = (name && unseenByChannel[name]) ?? 0;
  return (
    <button type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
      {name ? t.channels[name] : t.all}
      {news > 0 && (
        <Badge kind="news" size="small" isRound>
          <span aria-hidden="true">{count(news)}</span>
          <span className="spoken">{shell.unseen(count(news))}</span>
        </Badge>
      )}
    </button>
  );
}
