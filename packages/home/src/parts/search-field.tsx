import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField } from './fields.tsx';

/** Long enough not to ask for every letter, short enough not to be noticed. */
const PAUSE = 250;

/** A field whose words are told when the typing pauses, or at once by Enter. */
export function SearchField(props: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
  readonly type?: 'search' | 'tel';
  /** The label is only heard, not seen. */
  readonly isBare?: boolean;
  readonly className?: string | undefined;
}) {
  const { value, type = 'search' } = props;
  const [typed, setTyped, tell] = useTyped(value, props.onSearch);
  return (
    <TextField
      className={props.className}
      type={type}
      {...(props.isBare ? { 'aria-label': props.label } : { label: props.label })}
      placeholder={props.placeholder}
      icon={type === 'tel' ? 'phone' : 'search'}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') tell(typed);
      }}
    />
  );
}

/** What is being typed, told when the typing pauses; and how to tell it at once. */
export function useTyped(value: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useEffectEvent((words: string) => {
    told.current = words;
    onSearch(words);
  });
  useEffect(() => {
    // Changed by something else: a way back in the browser's history, a reset of the filter.
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => tell(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped, tell] as const;
}
