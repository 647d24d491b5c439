import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkedParts } from '../../src/format/payload-links.ts';

const links = (text: string) =>
  linkedParts(text)
    .filter(({ href }) => href !== undefined)
    .map(({ text: shown, href, host }) => (host ? [shown, href, host] : [shown, href]));

describe('[HP1] addresses in a payload are links', () => {
  test('of the web and of e-mail, without the sentence around them', () => {
    expect(links('Siehe https://ex.de/a?b=1&c=(2)#d, dann (http://ex.de).')).toEqual([
      ['https://ex.de/a?b=1&c=(2)#d', 'https://ex.de/a?b=1&c=(2)#d'],
      ['http://ex.de', 'http://ex.de/'],
    ]);
    expect(links('Mail an info+tour@kranich-apotheke.example.de!')).toEqual([
      ['info+tour@kranich-apotheke.example.de', 'mailto:info%2Btour@kranich-apotheke.example.de'],
    ]);
    expect(links('HTTPS://EX.DE/Ä')).toEqual([['HTTPS://EX.DE/Ä', 'https://ex.de/%C3%84']]);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://ex.de/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x file:///etc/passwd ftp://ex.de tel:110 blob:https',
    'https:// http://',
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    'https://evil.example\u202e/ed.knab',
    'https://ba\u200bnk.example/',
    'http://[::zz]/',
    'a@b .a@b.de? a@@b.de a@b..de',
    'x'.repeat(5000),
  ])('%j stays text', (text) => {
    expect(links(text).filter(([, href]) => !href?.startsWith('mailto:a@b.de'))).toEqual([]);
  });

  test('where it really leads is seen', () => {
    // The first letter is Cyrillic.
    expect(links('https://аpple.com/login')).toEqual([
      ['https://аpple.com/login', 'https://xn--pple-43d.com/login', 'xn--pple-43d.com'],
    ]);
    expect(links('http://0x7f.1/')).toEqual([['http://0x7f.1/', 'http://127.0.0.1/', '127.0.0.1']]);
  });

  test('whatever is sent: nothing is lost, and nothing else is ever opened', () => {
    const pieces = fc.constantFrom(
      'https://',
      'javascript:',
      'a@b.de',
      '\\',
      '@',
      '.',
      '\u202e',
      'é',
      ' ',
      '"',
      '\n',
      '%00',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 30 });
    fc.assert(
      fc.property(texts, (all) => {
        const text = all.join('');
        const parts = linkedParts(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const { href } of parts) {
          if (href !== undefined)
            expect(href).toMatch(/^(?:https?:\/\/[^@/]+\/|mailto:[^@]+@[^@]+$)/);
        }
      }),
    );
  });
});
