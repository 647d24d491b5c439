import { useEffect, useState } from 'react';
import { useFormats } from '../../format/formats.ts';

/** How long it has lasted, counting. */
export function CallDuration({ since }: { since: string }) {
  const { duration } = useFormats();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const start = Date.parse(since);
  if (Number.isNaN(start)) return null;
  // The telephony app's clock may be ahead of this one.
  return <span className="numbers">{duration(Math.max(0, (now - start) / 1000))}</span>;
}
