import type { Engine } from '../engine.ts';
import { findPythonVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'cryptography',
  title: 'cryptography and asn1crypto',
  licence: 'Apache-2.0 or BSD-3-Clause, asn1crypto MIT',
  packages: ['python3-cryptography', 'python3-asn1crypto'],
  reads: pythonPaths,
  probe: async () => (await findPythonVersion('asn1crypto')) && findPythonVersion('cryptography'),
};
