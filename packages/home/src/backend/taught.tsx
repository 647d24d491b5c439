import type { MappingSummary, Mappings } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asking } from './request.ts';

interface TaughtProps {
  readonly onLearned: (mappings: readonly MappingSummary[]) => void;
}

/** Asks what the office has said about its senders. In a file of its own: the first view is there before. */
export default function Taught({ onLearned }: TaughtProps) {
  const { data } = useQuery({
    queryKey: ['mappings'],
    queryFn: asking<Mappings>('/api/mappings'),
  });
  useEffect(() => {
    if (data) onLearned(data.items);
  }, [data, onLearned]);
  return null;
}
