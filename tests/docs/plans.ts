import plans from '../../src/domain/people/plans/default.json' with { type: 'json' };
import { Plan } from '../../src/domain/people/plans/plans.ts';

/** Renders every field of a plan with its meaning and its value in the built-in plans. */
export async function renderPlans(): Promise<string> {
  const all = Object.values(plans) as Record<string, unknown>[];
  const show = (value: unknown): string =>
    typeof value === 'number' ? value.toLocaleString('en') : value === undefined ? '–' : `${value}`;
  return [
    `| Field | Meaning | ${Object.keys(plans)
      .map(name => `\`${name}\``)
      .join(' | ')} |`,
    `|---|---|${all.map(() => '---|').join('')}`,
    ...Object.entries(Plan.properties as Record<string, { description?: string }>).map(
      ([name, { description }]) =>
        `| \`${name}\` | ${description} | ${all.map(plan => show(plan[name])).join(' | ')} |`,
    ),
  ].join('\n');
}
