/** What a list says about any JSON in one line. */
export interface PayloadSummary {
  readonly title: string;
  readonly status: string | undefined;
  readonly detail: string | undefined;
}

export function summaryOf(payload: unknown): PayloadSummary {
  return { title: JSON.stringify(payload).slice(0, 80), status: undefined, detail: undefined };
}
