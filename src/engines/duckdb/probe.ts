import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'duckdb',
  title: 'DuckDB',
  licence: 'MIT',
  packages: [],
  probe: () => npmVersion('@duckdb/node-api'),
};
