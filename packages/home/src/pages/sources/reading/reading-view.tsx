import type { Channel, MappingPreview, Sources } from '@hookline/contract';
import { CHANNELS, COURIER_CLASSES, JOB_CLASSES } from '@hookline/contract/words';
import { type ReactNode, useState } from 'react';
import { textsOf } from '../../../filter.ts';
import { useFormats } from '../../../format/formats.ts';
import { statusText } from '../../../format/payload-status.ts';
import { useLaterTexts, useTexts } from '../../../language/language.tsx';
import { BackLink } from '../../../parts/back-link.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Button, TextButton } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Failed, Loading, useReason } from '../../../parts/nothing-here.tsx';
import { UNNAMED } from '../../../parts/reading-link.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { linkTo, useRoute } from '../../../route.ts';
import { AssignForm } from './assign-form.tsx';
import { choicesFor, type Pointed } from './choices.ts';
import { MessageTree } from './message-tree.tsx';
import classes from './reading.module.css';
import { RuleList, Versions } from './rule-list.tsx';
import { type Rules, rebased, ruleFor, withWord } from './rules.ts';
import { SeenRecords } from './seen-records.tsx';
import { TargetChoice } from './target-choice.tsx';
import { statusOf } from './targets.ts';
import { mappingPath, useMapping, usePreview } from './use-mapping.ts';
import { Warnings, WhatChanges } from './what-changes.tsx';

/** How the messages of a sender are read, and how to put that right by pointing at one of them. */
export function ReadingView({ sender, sources }: { sender: string; sources: Sources }) {
  const t = useLaterTexts().reading;
  const { live, pageNames: pages } = useTexts();
  const query = textsOf(useRoute().query);
  const used = CHANNELS.filter((channel) =>
    sources.sources.some((each) => each.url === channel && (each.sender ?? UNNAMED) === sender),
  );
  const channel = CHANNELS.find((each) => each === query.get('channel')) ?? used[0] ?? 'jobs';
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <BackLink className={`link ${classes.back}`} page="sources">
          <span aria-hidden="true">‹</span> {pages.sources}
        </BackLink>
        <h1>
          {t.title}: <span className="foreign">{sender === UNNAMED ? t.unnamed : sender}</span>
        </h1>
        <nav aria-label={t.channel} className="segments">
          {CHANNELS.filter((each) => each === channel || used.includes(each)).map((each) => (
            <a
              key={each}
              href={linkTo('sources', sender, `channel=${each}`)}
              aria-current={each === channel ? 'page' : undefined}
            >
              {live.channels[each]}
            </a>
          ))}
        </nav>
      </div>
      <Reading
        key={`${sender} ${channel}`}
        sender={sender}
        channel={channel}
        at={query.get('at') ?? ''}
        senders={sources.senders}
      />
    </div>
  );
}

function Reading(props: {
  readonly sender: string;
  readonly channel: Channel;
  /** The message that one came from. */
  readonly at: string;
  readonly senders: readonly string[];
}) {
  const { reading: t, common } = useLaterTexts();
  const { locale, nothingHere } = useTexts();
  const { when, number } = useFormats();
  const { sender, channel, senders } = props;
  const path = mappingPath(sender, channel);
  const { query, draft, change, discard, save, isSaving } = useMapping(path);
  const { data: mapping } = query;
  // The message that somebody is at stays there, whatever comes in meanwhile.
  const [chosen, choose] = useState<{ name?: string | null; at: string }>({ at: props.at });
  const [tries, setTries] = useState(0);
  const { at } = chosen;
  const asSaved = usePreview(path, mapping?.rules, at, `${mapping?.version} ${tries}`);
  // After saving, what is shown stays until the same is there as what is saved.
  const isOld = asSaved.preview !== undefined && asSaved.preview.version !== mapping?.version;
  const edited = usePreview(path, draft?.rules ?? (isOld ? mapping?.rules : undefined), at, tries);
  const preview = edited.preview ?? asSaved.preview;
  const trouble = edited.trouble ?? asSaved.trouble;
  const reason = useReason(trouble);
  const [pointed, point] = useState<Pointed>();
  const tryAgain = () => {
    setTries(tries + 1);
    void query.refetch();
  };
  if (!mapping || !preview) {
    const error = query.error ?? trouble;
    return error ? <Failed error={error} retry={tryAgain} /> : <Loading />;
  }
  const rules = draft?.rules ?? mapping.rules;
  const { kinds, statuses, warnings, changes } = preview;
  const kind =
    kinds.find(({ sample }) => sample.receivedAt === at) ??
    kinds.find(({ name }) => name === chosen.name) ??
    kinds[0];
  const base = mapping.versions.find(({ version }) => version === draft?.version);
  const isOvertaken = draft !== undefined && draft.version !== mapping.version;
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.state}>
          <div role="status">
            {isOvertaken ? (
              <>
                {t.conflict}{' '}
                <Button
                  isSmall
                  onClick={() =>
                    change(rebased(mapping.rules, rules, base?.rules ?? []), mapping.version)
                  }
                >
                  {t.rebase}
                </Button>
              </>
            ) : (
              draft && t.unsaved
            )}
            {trouble !== undefined && (
              <span className={classes.trouble}>
                <Icon name="warning" size={16} /> {t.stale} {reason}{' '}
                <TextButton onClick={tryAgain}>{nothingHere.tryAgain}</TextButton>
              </span>
            )}
          </div>
          {mapping.reading !== null && (
            <label className={classes.progress}>
              {t.reading(number(mapping.reading))}
              <progress max={100} value={mapping.reading} />
            </label>
          )}
        </div>
        <Button disabled={!draft || isSaving} onClick={discard}>
          {common.discard}
        </Button>
        <Button
          look="main"
          disabled={!draft || isOvertaken}
          isBusy={isSaving}
          onClick={() => save(rules)}
        >
          {common.save}
        </Button>
      </div>
      <div className={classes.columns}>
        <Part title={t.message}>
          {kinds.length > 1 && (
            <fieldset className={classes.kinds}>
              <legend className="spoken">{t.kinds}</legend>
              {kinds.map(({ name, count, unread, isIgnored, sample }) => (
                <button
                  type="button"
                  key={`${name} ${sample.receivedAt}`}
                  aria-pressed={sample === kind?.sample}
                  onClick={() => choose({ name, at: sample.receivedAt })}
                >
                  <bdi>{name ?? t.noKind(fieldsOf(sample.payload))}</bdi>{' '}
                  <span className="muted">
                    {isIgnored ? t.ignored : unread < count && number(count)}
                    {unread > 0 && ` ${t.unread(t.one[channel], number(unread))}`}
                  </span>
                </button>
              ))}
            </fieldset>
          )}
          {!kind ? (
            <p className="muted">{t.noMessage}</p>
          ) : (
            <>
              <p className="muted">
                {t.came(when(kind.sample.receivedAt))}. {t.intro}{' '}
                {kind.preset !== null && <Badge kind="label">{t.known(kind.preset)}</Badge>}
              </p>
              {kinds.length === 1 && kind.unread > 0 && (
                <p className={classes.nothing}>{t.unread(t.one[channel], number(kind.unread))}</p>
              )}
              <MessageTree
                key={kind.sample.receivedAt}
                kind={kind}
                onPoint={(value) => {
                  choose({ name: kind.name, at: kind.sample.receivedAt });
                  point(value);
                }}
              />
            </>
          )}
        </Part>
        <div className={classes.column}>
          {kind && (
            <Part title={t.seen}>
              <SeenRecords
                channel={channel}
                kind={kind}
                saved={asSaved.preview?.kinds.find(
                  ({ sample }) => sample.receivedAt === kind.sample.receivedAt,
                )}
              />
            </Part>
          )}
          {statuses.length > 0 && (
            <Part title={t.statuses}>
              <StatusList channel={channel} statuses={statuses} rules={rules} onChange={change} />
            </Part>
          )}
          <Part title={t.rules}>
            <RuleList rules={rules} saved={mapping.rules} onChange={change} />
            <Warnings warnings={warnings} />
            <Versions mapping={mapping} isBusy={isSaving || draft !== undefined} onRestore={save} />
          </Part>
        </div>
      </div>
      <Part title={t.changes(number(preview.messages))}>
        <WhatChanges changes={changes} />
      </Part>
      {sender === UNNAMED && senders.length > 0 && (
        <AssignForm
          path={path}
          senders={senders}
          presets={[...new Set(kinds.flatMap(({ preset }) => preset ?? []))]}
        />
      )}
      {pointed && kind && (
        <TargetChoice
          pointed={pointed}
          choices={choicesFor(pointed, channel, kind, rules, t, locale)}
          onChoose={(next) => {
            change(next);
            point(undefined);
          }}
          onClose={() => point(undefined)}
        />
      )}
    </>
  );
}

/** What a message without a kind is told apart by. */
function fieldsOf(payload: unknown): string {
  const object: unknown = Array.isArray(payload) ? payload[0] : payload;
  return Object.keys(Object(object)).slice(0, 3).join(', ');
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const MEANINGS = [...JOB_CLASSES, ...COURIER_CLASSES];
type Meaning = (typeof MEANINGS)[number];

/** Each word that the sender has for a status, and what it means, to be chosen. */
function StatusList(props: {
  readonly channel: Channel;
  readonly statuses: MappingPreview['statuses'];
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}) {
  const t = useLaterTexts().reading;
  const texts = useTexts();
  const { number } = useFormats();
  const { channel, statuses, rules, onChange } = props;
  const known: readonly Meaning[] = channel === 'jobs' ? JOB_CLASSES : COURIER_CLASSES;
  const names = Object.fromEntries(
    MEANINGS.map((means) => [means, statusText(means, texts)]),
  ) as Record<Meaning, string>;
  const said = ruleFor(rules, statusOf(channel))?.words ?? {};
  return (
    <ul className={classes.statuses}>
      {statuses.map(({ word, count, statusClass }) => (
        <li key={word} data-is-unknown={statusClass === null || undefined}>
          <bdi className={classes.word}>{word}</bdi>
          <span className="muted numbers">
            {number(count)}× {statusClass === null && t.unknown}
          </span>
          {/* All of them: a list would have to be opened for each word. */}
          <Segments
            label={t.means(word)}
            all={known}
            names={names}
            value={said[word] ?? statusClass ?? undefined}
            onChange={(means) => onChange(withWord(rules, statusOf(channel), word, means))}
          />
        </li>
      ))}
    </ul>
  );
}
