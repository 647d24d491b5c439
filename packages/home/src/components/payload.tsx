/** Any JSON as a person reads it, with the text as it was sent to unfold and copy. */
export function PayloadView({ payload, text }: { payload: unknown; text?: string | undefined }) {
  return <pre>{text ?? JSON.stringify(payload, null, 2)}</pre>;
}
