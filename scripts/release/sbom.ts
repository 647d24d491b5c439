import { createHash } from 'node:crypto';
import { pathOf, type ShippedPackage } from './shipped.ts';

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/**
 * What is in a tarball, for those who have to know whether a weakness concerns them: CycloneDX 1.6.
 * Nothing in it says when it was made: the same sources make the same file.
 */
export function sbomOf(
  product: Product,
  tarball: Buffer,
  bundled: readonly ShippedPackage[],
  besides: readonly ShippedPackage[],
): string {
  const all = [...bundled, ...besides];
  const refs = new Map(all.map((one) => [one.path, refOf(one)]));
  const root = purlOf(product);
  const needs = (one: ShippedPackage) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies }).flatMap(
      (name) => refs.get(pathOf(name, one.path) ?? '') ?? [],
    );
  const graph = new Map(all.map((one) => [refOf(one), needs(one)]));
  const needed = new Set([...graph.values()].flat());
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: product.name,
        version: product.version,
        description: product.description,
        hashes: [{ alg: 'SHA-512', content: createHash('sha512').update(tarball).digest('hex') }],
        licenses: [{ license: { id: product.license } }],
        purl: root,
      },
    },
    components: [
      ...bundled.map((one) => componentOf(one, 'required')),
      ...besides.map((one) => componentOf(one, 'optional')),
    ],
    dependencies: [
      { ref: root, dependsOn: [...refs.values()].filter((ref) => !needed.has(ref)) },
      ...[...graph].map(([ref, dependsOn]) => ({ ref, dependsOn: [...new Set(dependsOn)] })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function componentOf(one: ShippedPackage, scope: 'required' | 'optional') {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  const [, hash = ''] = /^sha512-(.+)$/.exec(one.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': refOf(one),
    ...(group && { group }),
    name,
    version: one.version,
    scope,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: [{ license: { id: one.license } }],
    purl: purlOf(one),
  };
}

/** One package may be there twice in one version, and an entry of its own needs a name of its own. */
const refOf = (one: ShippedPackage) =>
  one.path.lastIndexOf('node_modules/') === 0 ? purlOf(one) : `${purlOf(one)}#${one.path}`;

const purlOf = ({ name, version }: { readonly name: string; readonly version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
