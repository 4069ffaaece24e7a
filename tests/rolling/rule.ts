/** Changes that could break the previous version while it still serves the new tables. */
const forbidden: [RegExp, string][] = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\brename\b/i, 'renames something'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bset\s+not\s+null\b/i, 'no longer takes null'],
  [/\bdrop\s+default\b/i, 'drops a default'],
  [
    /\badd\s+column\s+\w+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
    'adds a column that the version before leaves out',
  ],
  // A trigger may be declared for it: `before delete or truncate on …`.
  [/(?<!\bor\s+)\btruncate\b|\bdelete\s+from\b/i, 'removes rows'],
];

/** Lists why a migration cannot be applied while the previous version serves; empty if it can. */
export function findIncompatibilities(text: string): string[] {
  const code = text.replaceAll(/--.*$/gm, '');
  const found = forbidden.filter(([pattern]) => pattern.test(code)).map(([, why]) => why);
  // A check may be replaced by a wider one.
  const dropped = Array.from(code.matchAll(/drop\s+constraint\s+(\w+)/gi), ([, name]) => name);
  const added = Array.from(code.matchAll(/add\s+constraint\s+(\w+)/gi), ([, name]) => name);
  for (const name of added)
    if (!dropped.includes(name))
      found.push(`adds the constraint ${name}, which what the version before writes may break`);
  // A new table has no writers yet.
  const made = Array.from(code.matchAll(/create\s+(?:unlogged\s+)?table\s+(\w+)/gi), ([, name]) => name);
  for (const [, table] of code.matchAll(
    /create\s+(?:unique\s+)?index\s+(?!concurrently\b)\w+\s+on\s+(\w+)/gi,
  ))
    if (!made.includes(table)) found.push(`holds up who writes to ${table}: build its index concurrently`);
  return found;
}
