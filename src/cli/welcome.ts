import type { Service } from '../main.ts';
import type { Config } from '../settings/config.ts';
import { limits } from '../settings/limits.ts';

/** Writes the message printed when the service is ready. On first start it includes a command to paste. */
export function writeWelcome(service: Service, config: Config): string {
  if (!service.url) return `Filemill worker is ready: ${config.workerConcurrency} jobs at once.`;
  const base = `${service.url}/api/public`;
  const lines = [`Filemill is ready: ${service.url}`, `  Reference: ${base}/docs`];
  const { firstKey, signInLink, withoutJobs } = service;
  if (withoutJobs) lines.push('', `No job can run yet, and none can be created. ${withoutJobs}`);
  if (signInLink)
    lines.push(
      '',
      `Create the first user with this link (valid once, for ${limits.firstLinkHours} hours):`,
      `  ${signInLink}`,
    );
  if (!firstKey) return lines.join('\n');
  lines.push('', 'Your API key (shown only once):', `  ${firstKey.key}`);
  if (withoutJobs) return lines.join('\n');
  // The example needs no engine that the set-up may have skipped.
  return [
    ...lines,
    '',
    'Try it:',
    `  curl -s '${base}/convert/html?filename=hello.txt' -H 'Authorization: Bearer ${firstKey.key}' --data-binary 'Hello'`,
  ].join('\n');
}
