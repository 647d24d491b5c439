import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { PROPERTIES } from '../../src/config/properties.ts';

const manual = readFileSync(join(import.meta.dirname, '../../../../docs/telephony.md'), 'utf8');
const examples = [...manual.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
const systems = PROPERTIES['app.telephony.system'].kind.allowed.split(', ');

test.each(systems)('[TS1] the manual has a configuration for %s that is understood', (system) => {
  const example = examples.find((text) => parse(text)['app.telephony.system'] === system);
  const loaded = loadConfig(['--config', 'example.yaml'], {}, () => example ?? '');
  expect(loaded).toMatchObject({
    wants: 'run',
    config: { 'app.telephony.system': system },
    remarks: [],
  });
  expect(manual).toMatch(new RegExp(`^\\| \\[\`${system}\`\\]\\(#[\\w-]+\\) \\|`, 'm'));
});
