import { RequestError } from '../backend/request.ts';
import { asDesk, useDeskLabel } from '../desk.ts';
import { useLaterTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { TextButton } from './button.tsx';
import { type Done, useDeskName } from './by-desk.tsx';

interface ClaimChange {
  readonly claimedBy: string | null;
  readonly by: string;
  readonly from?: string;
}

/** A call or a job that a desk can take on. */
export interface Claimable {
  /** What it is called in a message. */
  readonly name: string;
  readonly claimedBy: Done | null;
  readonly change: (change: ClaimChange) => Promise<unknown>;
}

/** Says in the corner why a change was not stored. */
export function useTellFailure(): (error: unknown) => void {
  const t = useLaterTexts().claims;
  return (error) => {
    const status = error instanceof RequestError ? error.status : undefined;
    const reasons = new Map([
      [0, t.offline],
      [404, t.missing],
      [503, t.away],
    ]);
    tell('bad', t.failed, reasons.get(status ?? -1) ?? String(error));
  };
}

/**
 * Takes something on, or lets it go. What another desk holds is never taken by the first click: it
 * may have come to hold it in that very moment. Who does is told, with a way to take it over.
 */
function useClaims() {
  const t = useLaterTexts().claims;
  const nameOf = useDeskName();
  const tellFailure = useTellFailure();
  const claim = (what: Claimable, from?: string): void =>
    asDesk((by) => {
      const change = { claimedBy: by, by, ...(from !== undefined && { from }) };
      what.change(change).catch((error: unknown) => {
        const holder = error instanceof RequestError ? error.inTheWay.claimedBy : undefined;
        if (!holder) return tellFailure(error);
        const title = what.claimedBy?.desk === holder.desk ? t.holds : t.faster;
        tell('bad', title(nameOf(holder.desk)), what.name, {
          label: t.takeOver,
          run: () => claim(what, holder.desk),
        });
      });
    });
  const release = (what: Claimable): void =>
    asDesk((by) => {
      what.change({ claimedBy: null, by }).catch(tellFailure);
    });
  return { claim: (what: Claimable) => claim(what), release };
}

/** Takes something on in the name of this desk, or lets go what it has taken on. */
export function ClaimButton(props: {
  readonly what: Claimable;
  /** Shows a sign beside its word. */
  readonly hasIcon?: boolean;
}) {
  const { what } = props;
  const { claimButton: t, common } = useLaterTexts();
  const { claim, release } = useClaims();
  const desk = useDeskLabel();
  const isMine = desk !== '' && what.claimedBy?.desk === desk;
  const word = isMine ? t.release : t.claim;
  const run = ({ detail }: { readonly detail: number }) => {
    // The second click of two would take back what the first has done.
    if (detail > 1) return;
    if (isMine) release(what);
    else claim(what);
  };
  return (
    <TextButton
      {...(props.hasIcon && { icon: isMine ? 'close' : 'hand' })}
      aria-label={common.of(word, what.name)}
      title={word}
      data-hand="claim"
      onClick={run}
    >
      <span>{word}</span>
    </TextButton>
  );
}
