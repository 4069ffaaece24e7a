import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'duckdb',
  title: 'DuckDB',
  licence: 'MIT',
  packages: [],
  probe: () => findNpmVersion('@duckdb/node-api'),
};
