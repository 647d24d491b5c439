import {
  environmentName,
  fileVariable,
  PROPERTIES,
  type Property,
  type PropertyName,
} from './properties.ts';

const entries = Object.entries<Property<unknown>>(PROPERTIES);

/** What `--help` prints. */
export function helpText(version: string): string {
  const blocks = entries.map(([name, property]) =>
    [
      `  --${name}=…`,
      `      ${property.about.replaceAll('`', '')}`,
      `      Allowed: ${property.kind.allowed}.`,
      `      Default: ${property.preset ?? 'unset'}. Environment: ${variables(name, property).join(' or ')}.`,
    ].join('\n'),
  );
  return `Hookline ${version}: webhook relay of a courier dispatch office

Usage: npm start -- [options]
       hookline serve [options]

  --profile NAME     switch an optional part on: mock
  --config FILE      read properties from this YAML file instead of ./hookline.yaml
  --help, --version

Properties, each also settable by environment variable or in the file.
The command line is stronger than the environment, the environment stronger than the file.
A variable that ends in _FILE names a file with the secret in it, such as /run/secrets/token.

${blocks.join('\n\n')}
`;
}

/** The body of docs/configuration.md. */
export function configurationMarkdown(): string {
  const rows = entries.map(([name, property]) => {
    const preset = property.preset === undefined ? 'unset' : `\`${property.preset}\``;
    const environment = variables(name, property)
      .map((variable) => `\`${variable}\``)
      .join(', ');
    const secret = property.kind.secret ? ' Secret: never shown.' : '';
    return `| \`${name}\` | ${preset} | ${property.about}${secret} Allowed: ${property.kind.allowed}. | ${environment} |`;
  });
  return ['| property | default | what it does | environment |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function variables(name: string, { alias }: Property<unknown>): string[] {
  const all = [environmentName(name), alias, fileVariable(name as PropertyName)];
  return all.filter((variable) => variable !== undefined);
}
