import { HttpProblem } from '../http/problem.ts';

const RETRY_AFTER = '5';

export function unavailable(detail = 'JetStream cannot be reached at the moment.'): HttpProblem {
  return new HttpProblem('cluster_unavailable', detail, { 'retry-after': RETRY_AFTER });
}
