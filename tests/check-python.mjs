// Formats and lints Python with Ruff, as configured in `pyproject.toml`; `--write` fixes what it can.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { parse } from 'smol-toml';

const write = process.argv.includes('--write');
const settings = parse(readFileSync('pyproject.toml', 'utf8')).tool.ruff;
const ruff = new Workspace(settings, PositionEncoding.Utf16);

/** Returns the offset of a row and column, counted from 1. */
const offsetOf = (lines, { row, column }) =>
  lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, 0) + column - 1;

/** Returns the text with the first fixable finding fixed, or undefined if there is none. */
function mendOnce(text) {
  const fix = ruff.check(text).find(finding => finding.fix)?.fix;
  if (!fix) return undefined;
  const lines = text.split('\n');
  return fix.edits.reduceRight(
    (mended, { content, location, end_location: end }) =>
      mended.slice(0, offsetOf(lines, location)) + (content ?? '') + mended.slice(offsetOf(lines, end)),
    text,
  );
}

function mend(text) {
  for (let next = mendOnce(text); next !== undefined && next !== text; next = mendOnce(text)) text = next;
  return ruff.format(text);
}

const pythonFiles = ['src', 'tests', 'bench', 'examples', 'web/site']
  .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => `${folder}/${name}`))
  .filter(path => path.endsWith('.py'))
  .sort();
const findings = [];
for (const path of pythonFiles) {
  const found = readFileSync(path, 'utf8');
  try {
    const text = write ? mend(found) : found;
    if (text !== found) writeFileSync(path, text);
    for (const { code, message, start_location: at } of ruff.check(text))
      findings.push(`${path}:${at.row}:${at.column} ${code} ${message}`);
    if (!write && ruff.format(text) !== text) findings.push(`${path} is not formatted`);
  } catch (error) {
    findings.push(`${path}: ${error.message}`);
  }
}
if (findings.length > 0) {
  console.log(findings.join('\n'));
  console.log('`node tests/check-python.mjs --write` formats, and mends what it can.');
  process.exit(1);
}
