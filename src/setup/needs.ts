import { existsSync } from 'node:fs';
import { loadEngines } from '../engines/probes.ts';

/** A part of the product that needs system packages. */
export interface Need {
  title: string;
  packages: readonly string[];
  /** True if the service waits for it. Everything else is installed while it runs. */
  isEssential?: boolean;
  /** True if it is installed after everything else, because it takes long. */
  isLarge?: boolean;
  /** Returns true if it is installed, by whatever means. */
  isInstalled(): Promise<boolean>;
}

const isOnPath = async (program: string): Promise<boolean> =>
  (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/${program}`));

const sandbox: Need = {
  title: 'the sandbox',
  packages: ['bubblewrap', 'util-linux'],
  isEssential: true,
  isInstalled: () => isOnPath('bwrap'),
};

/** Tests check results with other tools than those that made them. */
const tests: Need = {
  title: 'the tests',
  packages: ['chromium', 'curl', 'mypy', 'poppler-utils', 'procps', 'qpdf', 'rclone', 'unzip'],
  isInstalled: async () => {
    const programs = ['chromium', 'curl', 'mypy', 'pdftotext', 'ps', 'qpdf', 'rclone', 'unzip'];
    return (await Promise.all(programs.map(isOnPath))).every(Boolean);
  },
};

/** Languages of the webhook receivers in the documentation, which only `npm run test:all` runs. */
const testLanguages: Need = {
  title: 'the receivers in Go, PHP and Ruby',
  packages: ['golang-go', 'php-cli', 'ruby'],
  isInstalled: async () => (await Promise.all(['go', 'php', 'ruby'].map(isOnPath))).every(Boolean),
};

/** A real store with an S3 API, for the tests of S3 storage. */
const testStore: Need = {
  title: 'the store that S3 storage is tested against',
  packages: ['swift-account', 'swift-container', 'swift-object', 'swift-proxy'],
  isInstalled: async () => existsSync('/usr/bin/swift-proxy-server'),
};

/** Lists everything that needs a Debian package. Engines declare their own. */
export async function listNeeds(dev: boolean): Promise<Need[]> {
  const engines = await loadEngines();
  const needs = engines.map(({ title, packages, comesWithNpm = false, isLarge = false, probe }) => ({
    title,
    packages,
    // It is offered from the start, so its packages must be installed first.
    isEssential: comesWithNpm,
    isLarge,
    isInstalled: async () => (await probe()) !== undefined,
  }));
  const forAll = process.env.TEST_ALL === '1' ? [testLanguages] : [];
  return [sandbox, ...needs, ...(dev ? [tests, testStore, ...forAll] : [])].filter(
    ({ packages }) => packages.length > 0,
  );
}

export const listPackages = (needs: Need[]): string[] => [
  ...new Set(needs.flatMap(({ packages }) => packages)),
];
