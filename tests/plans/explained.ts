import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** A plan as logged by the server. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Filter?: string;
  Plans?: Node[];
}
interface Explained {
  'Query Text': string;
  Plan: Node;
}

/**
 * Makes the server log the plan of every statement in a database, including those within functions and of foreign keys.
 */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_timing': 'off',
  track_functions: 'all',
};

export async function explainEverything(client: pg.Client, database: string): Promise<void> {
  // So that the server knows the names of its settings.
  await client.query(`load 'auto_explain'`);
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter database ${database} set ${name} = '${value}'`);
}

const entry = /LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g;

/** Reads the plans in the server's log from an offset on, each once. */
export async function readPlans(log: string, from: number): Promise<Explained[]> {
  const text = (await readFile(log)).subarray(from).toString('utf8');
  const found = new Map<string, Explained>();
  for (const [, json = ''] of text.matchAll(entry)) found.set(json, JSON.parse(json.replaceAll(/^\t/gm, '')));
  return [...found.values()];
}

/** Lists the tables that a plan reads completely, unless it stops after the first rows. */
export function findScannedTables({ Plan }: Explained): string[] {
  const inNode = (node: Node, parent?: Node): string[] => {
    const isBounded = parent?.['Node Type'] === 'Limit' && node.Filter === undefined;
    return [
      ...(node['Node Type'] === 'Seq Scan' && !isBounded ? [node['Relation Name']!] : []),
      ...(node.Plans ?? []).flatMap(each => inNode(each, node)),
    ];
  };
  return inNode(Plan);
}

/** Whether a plan sorts rows that an index could have ordered. */
export function isSorting({ Plan }: Explained): boolean {
  const inNode = (node: Node): boolean => node['Node Type'] === 'Sort' || (node.Plans ?? []).some(inNode);
  return inNode(Plan);
}
