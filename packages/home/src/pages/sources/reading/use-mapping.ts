import type { Channel, Mapping, MappingPreview } from '@hookline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asking, RequestError, request } from '../../../backend/request.ts';
import { deskLabel } from '../../../desk.ts';
import { useLaterTexts } from '../../../language/language.tsx';
import { tell } from '../../../messages.ts';
import { dropDraft, keepDraft, keptDraft } from '../../../parts/drafts.ts';
import { isSame, type Rules } from './rules.ts';

/** Long enough for two quick choices in a row, too short to be noticed. */
const PAUSE = 150;
const EVERY = 1000;

/** Rules that are not saved, and the version that they were made from. */
interface Draft {
  readonly version: number;
  readonly rules: Rules;
}

export function mappingPath(sender: string, channel: Channel): string {
  return `/api/mappings/${encodeURIComponent(sender)}/${channel}`;
}

/** What is said about a sender, and what somebody here is about to say. */
export function useMapping(path: string) {
  const t = useLaterTexts().reading;
  const draftName = `mapping ${path}`;
  const [draft, setDraft] = useState(() => draftOf(keptDraft(draftName)));
  const queries = useQueryClient();
  // Another desk may save meanwhile, which `changed` tells.
  const queryKey = ['mappings', path];
  const query = useQuery({
    queryKey,
    queryFn: asking<Mapping>(path),
    // The way through all old messages takes minutes in a large archive.
    refetchInterval: ({ state }) => (typeof state.data?.reading === 'number' ? EVERY : false),
    staleTime: 0,
  });
  const { data: saved, refetch } = query;
  useEffect(() => {
    if (draft) keepDraft(draftName, draft);
    else dropDraft(draftName);
  }, [draftName, draft]);
  const change = (rules: Rules, version = draft?.version ?? saved?.version ?? 0) => {
    const isAsSaved = version === saved?.version && isSame(rules, saved.rules);
    setDraft(isAsSaved ? undefined : { version, rules });
  };
  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: (rules: Rules) => {
      const by = deskLabel();
      return request<Mapping>('PUT', path, {
        body: { rules, ...(by !== '' && { by }) },
        headers: { 'if-match': `"${draft?.version ?? saved?.version}"` },
      });
    },
    onSuccess: (mapping, rules) => {
      queries.setQueryData(queryKey, mapping);
      // Whoever has gone on pointing meanwhile goes on from here.
      setDraft((now) =>
        now && !isSame(now.rules, rules) ? { ...now, version: mapping.version } : undefined,
      );
      tell('good', t.saved, t.savedText);
    },
    onError: (error) => {
      // Another desk was faster: the page says so beside the rules as soon as it knows what was saved.
      if (error instanceof RequestError && error.code === 'mapping_changed') void refetch();
      else tell('bad', t.notSaved, error.message);
    },
  });
  return { query, draft, change, discard: () => setDraft(undefined), save, isSaving };
}

/** What stands in the storage may have been written by another version of the page. */
function draftOf(kept: unknown): Draft | undefined {
  const { version, rules } = (kept ?? {}) as Partial<Draft>;
  return typeof version === 'number' && Array.isArray(rules) ? { version, rules } : undefined;
}

interface Answer {
  readonly preview?: MappingPreview;
  readonly trouble?: unknown;
}

/** What rules would make of the messages. A failure leaves what was shown before. */
export function usePreview(
  path: string,
  rules: Rules | undefined,
  at: string,
  since: unknown,
): Answer {
  const [answer, setAnswer] = useState<Answer>({});
  const asked = rules && JSON.stringify({ rules, ...(at !== '' && { receivedAt: at }) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved meanwhile is another comparison
  useEffect(() => {
    if (asked === undefined) {
      setAnswer({});
      return;
    }
    const later = new AbortController();
    const { signal } = later;
    const timer = setTimeout(() => {
      request<MappingPreview>('POST', `${path}/preview`, { body: JSON.parse(asked), signal }).then(
        (preview) => setAnswer({ preview }),
        (trouble) => {
          if (!signal.aborted) setAnswer((before) => ({ ...before, trouble }));
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      later.abort();
    };
  }, [path, asked, since]);
  return answer;
}
