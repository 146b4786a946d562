/** dist/sbom.cdx.json: the packages in the shipped bundles as a CycloneDX document. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { licenseOf, packagesOf } from './bundledPackages.mjs';

const require = createRequire(import.meta.url);

/** The native parts of the emulator's database: each package for one system has one of them. */
function databasePackages() {
  const loader = JSON.parse(readFileSync('node_modules/@duckdb/node-bindings/package.json', 'utf8'));
  const locale = JSON.parse(readFileSync('node_modules/detect-libc/package.json', 'utf8'));
  const natives = Object.entries(loader.optionalDependencies).map(([name, version]) => ({ ...loader, name, version }));
  return [loader, locale, ...natives];
}

/** npm's package address, https://github.com/package-url/purl-spec. */
function packageUrl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** @param seconds the time of the commit, so that two builds of it are the same bytes. @throws Error if the document is not valid. */
export async function sbomOf(metafiles, seconds) {
  const { Contrib, Enums, Models, Serialize, Spec, Validation } = require('@cyclonedx/cyclonedx-library');
  const licenses = new Contrib.License.Factories.LicenseFactory(require('spdx-expression-parse'));
  const component = (type, { name, version, description, ...about }, scope) => {
    const [, group, short] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name);
    const purl = packageUrl(name, version);
    const made = new Models.Component(type, short, { version, description, group, scope, purl, bomRef: purl });
    const license = licenseOf(about);
    if (license) made.licenses.add(licenses.makeFromString(license));
    return made;
  };
  const bom = new Models.Bom();
  const own = component(Enums.ComponentType.Application, JSON.parse(readFileSync('package.json', 'utf8')));
  // It is a key of the nls file, and npm has no such package.
  Object.assign(own, { description: undefined, purl: undefined });
  bom.metadata.component = own;
  bom.metadata.timestamp = new Date(seconds * 1000);
  const bundled = packagesOf(metafiles);
  const names = new Set(bundled.map(({ name, version }) => packageUrl(name, version)));
  const native = databasePackages().filter(({ name, version }) => !names.has(packageUrl(name, version)));
  for (const [packages, scope] of [
    [bundled, Enums.ComponentScope.Required],
    [native, Enums.ComponentScope.Optional],
  ]) {
    for (const about of packages) {
      const part = component(Enums.ComponentType.Library, about, scope);
      bom.components.add(part);
      own.dependencies.add(part.bomRef);
    }
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const error = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (error) throw new Error(`The list of packages is not valid: ${JSON.stringify(error)}`);
  return `${text}\n`;
}
