import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { Secret, Service } from 'kubernetes-models/v1';
import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentName, settingKeys } from '../../src/config/settings.ts';
import { connectors } from '../../src/connectors/index.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';

const root = resolve(import.meta.dirname, '..', '..');
const chart = join(root, 'deploy', 'helm');
const read = (path: string): string => readFileSync(join(chart, path), 'utf8');
const folder = testFolder('helm');

type Values = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: manifests of any kind
type Manifest = any;

const defaults: Values = parse(read('values.yaml'));

/** The values of the chart overridden by others, merged as Helm does. */
const over = (base: Values, other: Values): Values =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(other)])].map((key) => {
      const [from, to] = [base[key], other[key]];
      const isBoth = [from, to].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
      return [key, isBoth ? over(from as Values, to as Values) : key in other ? to : from];
    }),
  );

/** Renders with Helm if it is installed, otherwise with its template engine. */
function render(values: Values): string {
  const engine = programFor('Helm or Go');
  if (basename(engine) === 'helm') {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return execFileSync(engine, ['template', 'itemtape', chart, '--values', file], { encoding: 'utf8', stdio: 'pipe' });
  }
  const about = Object.entries(parse(read('Chart.yaml')) as Values);
  const input = {
    Templates: join(chart, 'templates'),
    Values: over(defaults, values),
    Chart: Object.fromEntries(about.map(([key, value]) => [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, value])),
    Release: { Name: 'itemtape', Service: 'Helm', Namespace: 'default' },
  };
  const program = join(root, 'test', 'support', 'deploy', 'helm-template.go');
  return execFileSync(engine, ['run', program], { input: JSON.stringify(input), encoding: 'utf8', stdio: 'pipe' });
}

const kinds = { Ingress, Secret, Service, StatefulSet };

function manifestsOf(values: Values): Manifest[] {
  const documents = parseAllDocuments(render(values));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const manifests: Manifest[] = documents.map((one) => one.toJS()).filter((one) => one !== null);
  for (const manifest of manifests) {
    const Kind = kinds[manifest.kind as keyof typeof kinds];
    expect(() => new Kind(manifest).validate(), JSON.stringify(manifest)).not.toThrow();
  }
  return manifests;
}

const named = (manifests: readonly Manifest[]): string[] =>
  manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
const nodeOf = (manifests: readonly Manifest[], name: string): Manifest =>
  manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name);
const containerOf = (set: Manifest): Manifest => set.spec.template.spec.containers[0];
const environmentOf = (set: Manifest): Record<string, string> =>
  Object.fromEntries(containerOf(set).env.map(({ name, value }: Manifest) => [name, value]));

describe('the Helm chart', () => {
  it('has the version of the release whose image it names', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

    expect(parse(read('Chart.yaml'))).toMatchObject({ name: 'itemtape', version, appVersion: version });
  });

  it('has values that its schema accepts, and rejects a mistyped one', () => {
    const schema = Compile(JSON.parse(read('values.schema.json')));

    expect(schema.Check(defaults)).toBe(true);
    expect(schema.Check({ ...defaults, replicas: 2 })).toBe(false);
    expect(schema.Check(over(defaults, { cluster: { nats: 'http://nats' } }))).toBe(false);
    expect(schema.Check(over(defaults, { settings: { 'http.port': 1 } }))).toBe(false);
  });
});

needing('Helm or Go').describe('the manifests of the chart', () => {
  it('are one node by default, reachable only inside the Kubernetes cluster', () => {
    const manifests = manifestsOf({});
    const node = nodeOf(manifests, 'itemtape');
    const [service] = manifests.filter(({ kind }) => kind === 'Service');

    expect(named(manifests).sort()).toEqual(['Service itemtape', 'Service itemtape-nodes', 'StatefulSet itemtape']);
    expect(node.spec.replicas).toBe(1);
    expect(service.spec.type).toBe('ClusterIP');
    expect(node.spec.template.metadata.labels).toMatchObject(service.spec.selector);
    expect(node.spec.template.metadata.labels).toMatchObject(node.spec.selector.matchLabels);
    expect(containerOf(node).image).toBe('itemtape:0.1.0');
  });

  it('run the container like the image: unprivileged, with its own data folder and enough time to stop', () => {
    const image = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');
    const { spec } = nodeOf(manifestsOf({}), 'itemtape').spec.template;
    const [container] = spec.containers;

    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(image).toContain(`VOLUME ${container.volumeMounts[0].mountPath}\n`);
    expect(image).toContain(`EXPOSE ${container.ports[0].containerPort}\n`);
    expect(image).toContain(container.readinessProbe.httpGet.path);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(9.5);
  });

  it('are nodes of each role, with the addresses of NATS and ClickHouse in a secret', () => {
    const cluster = { nats: 'nats://n:4222', store: 'http://u:p@c:8123', nodes: { serve: 3 } };
    const manifests = manifestsOf({ cluster });
    const nodes = manifests.filter(({ kind }) => kind === 'StatefulSet');
    const [service] = manifests.filter(({ metadata }) => metadata.name === 'itemtape');

    expect(nodes.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
      ['itemtape-collect', 2],
      ['itemtape-serve', 3],
      ['itemtape-store', 1],
    ]);
    expect(nodes.map((node) => environmentOf(node)['ITEMTAPE_CLUSTER_ROLES'])).toEqual(['collect', 'serve', 'store']);
    expect(service.spec).toMatchObject({
      selector: { 'app.kubernetes.io/component': 'serve' },
      sessionAffinity: 'ClientIP',
    });
    // A collecting node that waits for its turn does not answer
    expect(nodes.map((node) => containerOf(node).livenessProbe?.httpGet.path)).toEqual([
      undefined,
      '/health',
      '/health',
    ]);
    const secret = manifests.find(({ kind }) => kind === 'Secret');
    expect(secret.stringData).toEqual({ ITEMTAPE_CLUSTER_NATS: cluster.nats, ITEMTAPE_STORE_URL: cluster.store });
    for (const node of nodes) {
      expect(JSON.stringify(node)).not.toContain('u:p');
      expect(containerOf(node).envFrom).toContainEqual({ secretRef: { name: secret.metadata.name, optional: true } });
    }
  });

  it('give the nodes of each role only their own user of NATS', () => {
    const credentials = { collect: 'for-collect', store: 'for-store', serve: 'for-serve' };
    const nodes = manifestsOf({ cluster: { nats: 'nats://n:4222', store: 'http://c', credentials } }).filter(
      ({ kind }) => kind === 'StatefulSet',
    );

    for (const node of nodes) {
      const role = node.metadata.name.replace('itemtape-', '') as keyof typeof credentials;
      const names = containerOf(node).envFrom.map(({ secretRef }: Manifest) => secretRef.name);
      expect(names).toEqual(['itemtape-cluster', credentials[role]]);
    }
    expect(nodes).toHaveLength(3);
  });

  it('are refused for a cluster without a shared database', () => {
    expect(() => render({ cluster: { nats: 'nats://n:4222' } })).toThrow(/cluster\.nats needs cluster\.store/);
  });

  it('name an existing credential, and create no key with the name of the first one', () => {
    const [, credential = ''] = /such as ITEMTAPE_(\w+); empty: none/.exec(read('values.yaml')) ?? [];
    expect(connectors.flatMap(({ credentials }) => credentials.map(({ env }) => env))).toContain(credential);
    const guide = readFileSync(join(root, 'docs', 'operate.md'), 'utf8');
    for (const text of [guide, read('templates/NOTES.txt')]) expect(text).not.toContain('keys create first');
  });

  it('contain settings, credentials, storage and an ingress with TLS', () => {
    const manifests = manifestsOf({
      settings: { ITEMTAPE_STORE_ITEM_DAYS: 30, ITEMTAPE_HTTP_OPEN_METRICS: false },
      credentials: 'mine',
      storage: { size: '5Gi', className: 'fast' },
      ingress: { host: 'tape.example', className: 'nginx', tlsSecret: 'certificate', annotations: { a: 'b' } },
      podAnnotations: { 'prometheus.io/scrape': 'true' },
      image: { repository: 'registry.example/itemtape', tag: 'own', pullSecrets: [{ name: 'pull' }] },
    });
    const node = nodeOf(manifests, 'itemtape');
    const { metadata, spec } = node.spec.template;
    const ingress = manifests.find(({ kind }) => kind === 'Ingress');

    expect(environmentOf(node)).toMatchObject({ ITEMTAPE_STORE_ITEM_DAYS: '30', ITEMTAPE_HTTP_OPEN_METRICS: 'false' });
    expect(containerOf(node).envFrom).toContainEqual({ secretRef: { name: 'mine' } });
    expect(node.spec.volumeClaimTemplates[0].spec).toMatchObject({
      storageClassName: 'fast',
      resources: { requests: { storage: '5Gi' } },
    });
    expect(containerOf(node).image).toBe('registry.example/itemtape:own');
    expect(spec.imagePullSecrets).toEqual([{ name: 'pull' }]);
    expect(metadata.annotations).toEqual({ 'prometheus.io/scrape': 'true' });
    expect(ingress.spec.tls).toEqual([{ hosts: ['tape.example'], secretName: 'certificate' }]);
    expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe('itemtape');
  });

  it('name only existing settings', () => {
    const known = settingKeys.map(environmentName);
    const text = render({ cluster: { nats: 'nats://n:4222', store: 'http://c' } });

    const named = text.match(/ITEMTAPE_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
