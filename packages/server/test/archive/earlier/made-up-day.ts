import { madeUpWeek, type Sent } from './made-up-week.ts';

const DAY = 30 * 3_600_000;

/** What a first day of the week has besides, so that every column is used by something. */
const BESIDES = [
  {
    path: '/api/webhook/jobs',
    json: '{"auftragsnummer":"D-1","sendungsnummer":"T-77001","status":"unterwegs","zustellung":{"name":"Café Ñandú","adresse":"Am Ring 5, 10115 Berlin","bis":"2026-10-06T15:00:00+02:00"},"fahrer":{"name":"Bodo Rast","tel":"0171 3920010"}}',
  },
  { path: '/api/webhook/jobs', json: '{"sendungsnummer":"T-77001","status":"Fehler"}' },
  {
    path: '/api/webhook/kuriere',
    json: '{"kurierId":"K-77","name":"Ole Fünf","status":"frei","fahrzeug":"Lastenrad"}',
  },
  {
    path: '/api/webhook/kuriere',
    json: '{"kurierId":"K-77","name":"Ole Fünf","status":"Pause","fahrzeug":"Lastenrad"}',
  },
  { path: '/api/webhook/kunden', json: '{"id":4711,"name":"Ohne Nummer e.K.","ort":"Köln"}' },
  {
    path: '/api/calls',
    json: '{"callId":"named","direction":"in","state":"ended","from":"030 23125199","name":"Süß & Söhne","to":"22","startedAt":"2026-10-06T11:00:00.000Z","answeredAt":null,"endedAt":"2026-10-06T11:00:20.000Z"}',
  },
] as const;

/** Everything that came in on that day, oldest first. */
export function madeUpDay(): readonly Sent[] {
  const week = madeUpWeek();
  const end = (week[0]?.at ?? 0) + DAY;
  const besides = BESIDES.map((one, n) => ({ ...one, at: end + 60_000 * n }));
  return [...week.filter(({ at }) => at <= end), ...besides];
}

/** PostgreSQL has no place for it. */
export const UNSTORABLE = '{"name":"\\u0000","telefon":"030 23125197"}';

/** When somebody logged in. */
export const LOGGED_IN_AT = Date.parse('2026-10-06T14:00:00.000Z');

/**
 * What desks do to the records in a list, each change in the first of the forms that a version
 * knows. Who wants to know what came of it looks at the rows.
 */
export const BY_HAND = [
  {
    list: '/api/calls?missed=true',
    at: 0,
    changes: [
      [{ note: 'ruft morgen an', by: '21, Jana' }, { note: 'ruft morgen an' }],
      [{ claimedBy: '21, Jana', by: '21, Jana' }],
      [{ attempted: true, by: '21, Jana' }],
      [{ remindAt: '2026-10-06T15:00:00.000Z', by: '21, Jana' }],
      [{ job: 'D-1', contact: 'Süß & Söhne' }],
    ],
  },
  {
    list: '/api/calls?missed=true',
    at: 1,
    changes: [[{ settled: true, by: '22, Ole' }, { settled: true }]],
  },
  {
    list: '/api/addresses?role=customer',
    at: 0,
    changes: [
      [{ fields: { notiz: 'von Hand' }, by: '21, Jana' }, { fields: { notiz: 'von Hand' } }],
      [
        { numbers: { add: ['030 23125198'] }, by: '21, Jana' },
        { numbers: { add: ['030 23125198'] } },
      ],
    ],
  },
  {
    list: '/api/jobs?reference=D-1',
    at: 0,
    changes: [
      [{ note: 'Klingel defekt', by: '21, Jana' }],
      [{ claimedBy: '21, Jana', by: '21, Jana' }],
    ],
  },
  { list: '/api/jobs?reference=A-2600', at: 0, changes: [[{ note: 'bezahlt', by: '22, Ole' }]] },
  { list: '/api/jobs?reference=A-2606', at: 0, changes: [[{ closed: true, by: '22, Ole' }]] },
] as const;
