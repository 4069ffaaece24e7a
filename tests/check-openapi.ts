// Checks both OpenAPI documents with the recommended rules of Redocly and, with `TEST_ALL=1`, of Spectral, which takes
// far longer, without exceptions.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeBoth } from '../client/types/describe.ts';
import { runsAll } from './support/needs.ts';

const redoclyRules = await createConfig({ extends: ['recommended'] });

/** Prepares Spectral, whose hundreds of files are loaded only if it is used. */
async function prepareSpectral() {
  const { default: spectral } = await import('@stoplight/spectral-core');
  const { default: rulesets } = await import('@stoplight/spectral-rulesets');
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as never] });
  return linter;
}
const linter = runsAll ? await prepareSpectral() : undefined;

const findings: string[] = [];
for (const [name, document] of Object.entries(await describeBoth())) {
  const source = JSON.stringify(document);
  const ofRedocly = await lintFromString({ source, absoluteRef: `/${name}.json`, config: redoclyRules });
  for (const { ruleId, message, location } of ofRedocly)
    findings.push(`${name}: Redocly ${ruleId}: ${message} (${location[0]?.pointer})`);
  for (const { code, message, path } of (await linter?.run(JSON.parse(source))) ?? [])
    findings.push(`${name}: Spectral ${code}: ${message} (${path.join('/')})`);
}
for (const finding of findings) console.error(finding);
process.exit(findings.length === 0 ? 0 : 1);
