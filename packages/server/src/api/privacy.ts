import { Erased, Erasure, PERSONAL_DATA, PersonalData, Subject } from '@hookline/contract';
import { maskedNumber } from '@hookline/records';
import type { Archive } from '../archive/archive.ts';
import type { PersonalDataPiece } from '../archive/privacy/personal-tables.ts';
import { type App, describing } from '../http/app.ts';
import { readObject } from '../http/json-body.ts';
import { type Downloads, JSON_HEADERS, listItems, type Texts } from './downloads.ts';
import type { LogEvent } from './log-event.ts';

const about = describing('privacy', { access: 'reader', personal: true });

export interface PrivacyOptions {
  readonly archive: Archive;
  readonly maxBytes: number;
  readonly downloads: Downloads;
  readonly erase: Archive['eraseNumber'];
  readonly logEvent: LogEvent;
}

/**
 * What a person may ask for by law. The number stands in the body, because an address of a
 * request ends up in the logs of proxies.
 */
export function privacyRoutes(app: App, options: PrivacyOptions): void {
  const { archive, maxBytes, downloads, erase, logEvent } = options;
  app.post(
    '/api/privacy/export',
    about('Everything held about a phone number', {
      body: Subject,
      response: { 200: PersonalData },
    }),
    async (request, reply) => {
      const { number } = await readObject(request.raw, maxBytes, Subject);
      const texts = exportTexts(number, archive.exportNumber(number));
      const sent = await downloads.send(reply, JSON_HEADERS, texts);
      logEvent(request.raw, { number: maskedNumber(number) }, 'personal data exported');
      return sent;
    },
  );

  app.post(
    '/api/privacy/erase',
    about('Erase everything held about a phone number', {
      body: Erasure,
      response: { 200: Erased },
    }),
    async (request, reply) => {
      const { number, suppress = false } = await readObject(request.raw, maxBytes, Erasure);
      const counts = await erase(number, suppress);
      const fields = { number: maskedNumber(number), suppress, ...counts };
      logEvent(request.raw, fields, 'personal data erased');
      return reply.send(counts);
    },
  );
}

/** A `PersonalData`, put together from its pieces as they come. */
async function* exportTexts(
  number: string,
  pieces: AsyncIterable<PersonalDataPiece>,
): AsyncGenerator<Texts> {
  const heads = PERSONAL_DATA.map((list, i) => `${i === 0 ? '' : ']'},"${list}":[`);
  let before = `{"number":${JSON.stringify(number)}`;
  let begun = 0;
  let isFirst = true;
  for await (const { list, items } of pieces) {
    for (; begun <= PERSONAL_DATA.indexOf(list); begun++) {
      before += heads[begun];
      isFirst = true;
    }
    yield [before, ...listItems(items, isFirst)];
    isFirst &&= items.length === 0;
    before = '';
  }
  yield [before + heads.slice(begun).join(''), ']}'];
}
