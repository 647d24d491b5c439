import { useDeskLabel } from '../desk.ts';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from './button.tsx';
import { type Claimable, useClaims } from './claims.ts';

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
