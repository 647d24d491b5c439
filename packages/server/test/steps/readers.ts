import type { MappingRule } from '@hookline/contract';
import { CONTACT_TARGETS, JOB_TARGETS, type Target } from '@hookline/contract/words';
import {
  foldedText,
  isJsonObject,
  Mapping,
  numbersIn,
  parsedJson,
  partyIn,
  queryWords,
  StatusWords,
  searchedText,
} from '@hookline/records';
import { NumberFinder, PhoneRules } from '@hookline/records/phone';
import { linkedParts } from '../../../home/src/format/payload-links.ts';
import { addressReports, countAddresses } from '../../src/archive/addresses/address-reports.ts';
import { correctedAddress } from '../../src/archive/addresses/correct-address.ts';
import { mergedAddress } from '../../src/archive/addresses/merge-address.ts';
import { callReports } from '../../src/archive/calls/call-reports.ts';
import { CallsWithId, mergedCall } from '../../src/archive/calls/merge-call.ts';
import { contentHash } from '../../src/archive/engine/content-hash.ts';
import { newFieldNames, sheetLines } from '../../src/archive/engine/lists/excel-sheet.ts';
import { payloadWords } from '../../src/archive/engine/lists/payload-words.ts';
import { replaced } from '../../src/archive/engine/store/search.ts';
import { EVENT } from '../../src/archive/events/event-fields.ts';
import { searchTerms } from '../../src/archive/events/search-terms.ts';
import { JobReading } from '../../src/archive/jobs/job-reports.ts';
import { partsOf } from '../../src/archive/jobs/rebuild-jobs.ts';
import { changesOf, comparedMessage, messageReader } from '../../src/archive/mappings/preview.ts';
import { erased } from '../../src/archive/privacy/erase-in-json.ts';
import { challengeIn } from '../../src/telephony/systems/digest.ts';
import {
  listed,
  nameAddress,
  sipAnswer,
  sipMessage,
  userOf,
  wordWithParameters,
} from '../../src/telephony/systems/sip/message.ts';
import { HOUSE } from '../support/house.ts';

const rules = new PhoneRules({ country: 'DE' });
const jobs = new JobReading(HOUSE, rules);
const PATHS = ['data.order', 'a[*].b', '[*]', '$.data[*]', 'stops[type=drop].street', '$[*][*].id'];
/** As many as there may be, of every kind. */
const hundred = (targets: readonly Target[]): MappingRule[] =>
  Array.from({ length: 100 }, (_, n): MappingRule => {
    const [target, path] = [
      targets[n % targets.length] ?? 'record',
      `${PATHS[n % PATHS.length]}.x${n}`,
    ];
    if (n % 10 === 0) return { ignore: path };
    if (n % 10 === 1) return { ignore: { path, is: 'x' } };
    if (n % 10 === 2) return { not: target, path: PATHS[n % PATHS.length] ?? path };
    return { target, paths: [path, PATHS[n % PATHS.length] ?? path], join: ' ' };
  });
const ofJobs = new Mapping(hundred(JOB_TARGETS), 'jobs');
const ofKunden = new Mapping(hundred(CONTACT_TARGETS), 'kunden');
const HOUSE_WORDS = new StatusWords();
const readMessage = messageReader('jobs', { jobs, rules, words: HOUSE_WORDS });
const byNumber = new Mapping([{ target: 'reference', path: 'id' }], 'jobs');
const untaught = new Mapping([], 'jobs');
const finder = new NumberFinder(['+493023125100', 'internal:12'], rules);
const EVENT_ROW = {
  id: '1',
  event_id: 1,
  instance: 'life',
  channel: null,
  sender: null,
  topic: null,
  received_at: '2026-03-09T08:07:06.005Z',
};
const many = (n: number, item: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => item(i));
const list = (n: number, item: (i: number) => string) => `[${many(n, item).join(',')}]`;
const map = (n: number, item: (i: number) => string) =>
  `{${many(n, (i) => `"${i}x":${item(i)}`).join(',')}}`;

/** Payloads that grow with n, each in its own way. */
export const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'blanks between values': (n) => `[1,${' '.repeat(50 * n)}"x"]`,
  'blanks in a text': (n) =>
    `{"tel":"1,${' '.repeat(50 * n)}x","note":"5100,${' '.repeat(50 * n)}"}`,
  'line breaks': (n) =>
    `{"tel":"5100${'\\n'.repeat(20 * n)}","name":"${'\\r\\n '.repeat(20 * n)}"}`,
  'a map of records': (n) => map(n, () => '{"tel":"03090"}'),
  'a map of records beside values': (n) =>
    `{${many(n, (i) => `"a${i}":{"tel":"0309${i}"},"b${i}":${i}`).join(',')}}`,
  'a list of records': (n) =>
    list(n, (i) => `{"name":"K ${i}","tel":"030 ${i}5100","jobId":"${i}"}`),
  'a named list beside names': (n) =>
    `{${many(n, (i) => `"n${i}":1`).join(',')},"calls":${list(n, (i) => `{"callId":"1","startedAt":${1_700_000_000 + i}}`)}}`,
  'one id': (n) => list(n, (i) => `{"callId":"1","id":1,"startedAt":${1_700_000_000 + i}}`),
  'one id without a start': (n) =>
    list(n, (i) => `{"callId":"1","state":"ringing","at":${1_700_000_000 + i}}`),
  'one number': (n) => list(n, (i) => `{"tel":"030 23125-100","f${i}":1}`),
  'owners of one number': (n) =>
    list(n, (i) => `{"tel":"030 23125-100","kundennr":${i},"name":"K ${i}"}`),
  'one number among others': (n) => list(n, (i) => `{"a":[{"tel":"030 2312510${i % 10}"},[${i}]]}`),
  'repeated keys': (n) => `{${many(n, () => '"tel":"030901820"').join(',')}}`,
  'names that are one': (n) =>
    `{"strasse":"x",${many(n, (i) => `"${'_'.repeat(i % 40)}n${'_'.repeat(i % 7)}umber":"12"`).join(',')}}`,
  'lists that are one': (n) =>
    `{${many(n, (i) => `"kunden${'_'.repeat(i % 50)}":[{"tel":"12"}]`).join(',')}}`,
  'addresses and parameters': (n) => `"${'<sip:a@b>,;a=b='.repeat(4 * n)}${'<'.repeat(8 * n)}"`,
  'ends of a link': (n) => `"https://ex.de/${').'.repeat(n)}"`,
  digits: (n) => `{"tel":"${'0'.repeat(20 * n)}","x":"${'5100'.repeat(10 * n)}"}`,
  'digits with gaps': (n) =>
    `{"tel":"${'5 1-0.0 '.repeat(10 * n)}","x":"${'+49 '.repeat(10 * n)}"}`,
  separators: (n) => `{"tel":"${'/,;|&- '.repeat(10 * n)}1","x":"${'oder '.repeat(10 * n)}5100"}`,
  'combining marks': (n) => `{"name":"a${'\u0301\u0323'.repeat(20 * n)}","tel":"5100"}`,
  'one letter': (n) => `{"name":"${'s'.repeat(40 * n)}","tel":"5100"}`,
  umlauts: (n) => `{"name":"${'üueß'.repeat(20 * n)}","tel":"5100"}`,
  'quotes and backslashes': (n) => `{"name":"${'\\"\\\\'.repeat(20 * n)}","tel":"5100"}`,
  brackets: (n) => `{"name":"${'([{'.repeat(20 * n)}","tel":"5100 ${'('.repeat(20 * n)}"}`,
  'places to go to': (n) =>
    `{"id":1,"stops":${list(n, (i) => `{"type":"drop","street":"Weg ${i}","deadline":"2026-03-02"}`)}}`,
  'names of sides': (n) =>
    `{${many(n, (i) => `"pickup_${i}_phone":"030 ${i}5100","deliveryTime${i}":"08:00 - 09:00"`).join(',')}}`,
  'objects in objects': (n) =>
    map(n, (i) => `{"data":{"order":{"pickup":{"address":{"city":"Ulm","x${i}":1}}}}}`),
  'deep objects': (n) => `${'{"data":'.repeat(2 * n)}{"id":1}${'}'.repeat(2 * n)}`,
  'words of a status': (n) => `{"id":1,"status":"${'not delivered '.repeat(5 * n)}"}`,
  'nested lists': (n) => `[${list(n, () => `${'['.repeat(20)}5100${']'.repeat(20)}`)}]`,
};

/** Everything that reads a payload or a query. */
export const READERS: Readonly<Record<string, (json: string) => unknown>> = {
  'a line for Excel': (json) => {
    const row = { ...EVENT_ROW, payload: json };
    const columns: string[] = JSON.parse(newFieldNames(EVENT.sheet)(row));
    return sheetLines(EVENT.sheet, { columns, timeZone: 'Europe/Berlin' })(row);
  },
  'erasing numbers': (json) => erased(json, finder),
  'reading addresses': (json) => addressReports(parsedJson(json), 'kunden', rules),
  'reading a phone book': (json) => addressReports(parsedJson(json), 'phone-book', rules),
  'merging and correcting addresses': (json) => mergedAddresses(json),
  'counting addresses': (json) => countAddresses(parsedJson(json)),
  'reading jobs': (json) => jobs.reports(json),
  'reading jobs as an office has said': (json) => jobs.reports(json, ofJobs),
  'reading contacts as an office has said': (json) =>
    addressReports(parsedJson(json), 'kunden', rules, { mapping: ofKunden, words: HOUSE_WORDS }),
  'previewing what rules would change': (json) => {
    const stored = { received_at: '2026-03-01T08:00:00.000Z', payload: json };
    return changesOf([comparedMessage(stored, 'jobs', readMessage, untaught, byNumber)]);
  },
  'finding what jobs were made of': (json) => partsOf(json),
  'reading a party': (json) => {
    const payload = parsedJson(json);
    return isJsonObject(payload) ? partyIn(payload) : numbersIn(payload);
  },
  'reading calls': (json) => mergedCalls(json),
  hashing: (json) => contentHash(parsedJson(json)),
  'folding for search': (json) => foldedText(searchedText(parsedJson(json))),
  'folding the text itself': (json) => foldedText(json),
  'noting by what it is found': (json) => searchTerms(json),
  'searching in it': (json) => {
    for (const { writtenOut, bare } of payloadWords('süß mueller \\ 😀')) {
      replaced(replaced(json, writtenOut), bare);
    }
  },
  'a telephone system': (text) => {
    const message = sipMessage(
      Buffer.from(
        `INVITE sip:x SIP/2.0\r\nVia: v${text}\r\nFrom: ${text}<sip:1@h>\r\nTo: <sip:1@h>${text}\r\nCall-ID: x\r\nCSeq: 1 INVITE\r\nReason: ${text}\r\n\r\n`,
      ),
    );
    if (message?.kind === 'request') {
      listed(message, 'reason');
      sipAnswer(message, '180 Ringing', { ownTag: 'x' });
    }
    userOf(`sip:${text}@h`);
    return [nameAddress(text), wordWithParameters(text), challengeIn(`Digest ${text}`)];
  },
  'searching for it': (json) => [payloadWords(json), queryWords(json)],
};

/** What the page does with every text that it shows. */
export const PAGE_READERS: typeof READERS = {
  'links in a text': (json) => linkedParts(json),
};

/** Two reports of each, one of them after a person has been there. */
function mergedAddresses(json: string): void {
  const at = '2026-03-01T08:00:00.000Z';
  for (const report of addressReports(parsedJson(json), 'kunden', rules).reports) {
    const merge = mergedAddress(undefined, report, 'kunden', at);
    if (merge.outcome === 'unchanged') continue;
    const numbers = { add: ['101'], remove: report.phone.key === 'internal:12' ? [] : ['12'] };
    const corrected = correctedAddress(merge.record, { numbers, name: 'x' }, rules, at);
    mergedAddress(corrected, { ...report, hash: '' }, 'kunden', at);
  }
}

function mergedCalls(json: string): void {
  const calls = new CallsWithId<{ call: ReturnType<typeof mergedCall> }>();
  for (const report of callReports(json, rules).reports) {
    const known = calls.of(report);
    const open = known ?? { call: mergedCall(undefined, report) };
    open.call = mergedCall(open.call, report);
    calls.add(open);
  }
}
