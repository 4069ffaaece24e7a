import type { System } from '@filemill/client';
import { Button, Progress, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { installModel } from '../../../api/operator.ts';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';
import { InstallState } from './install-state.tsx';

const words = strings.system;
type Model = System['models'][number];

const columns = [
  { title: words.model },
  { title: words.found },
  { title: words.size, kind: 'figure' },
  { title: words.licence },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, found, size, licence, acts] = columns as [Column, Column, Column, Column, Column];

/** The state of a model; one that no job uses by default does not count as missing. */
function ModelState({
  model: { name, installed, leftOut, default: wanted, installing, problem },
}: {
  model: Model;
}) {
  if (installed) return <InstallState isThere word={words.isFound} />;
  if (installing)
    return (
      <span role="status">
        {installing.waiting ? words.waitsForWorker : words.installed(installing.percent)}
        <Progress value={installing.percent} size="sm" mt={4} w={140} aria-label={words.progressOf(name)} />
      </span>
    );
  if (problem)
    return (
      <span role="alert">
        <InstallState isThere={false} word={words.problems[problem.reason] ?? words.problems.other!} />
        <Text span size="xs" c="dimmed" display="block" maw={320} dir="auto">
          {problem.message}
        </Text>
      </span>
    );
  if (leftOut) return words.leftOut;
  return wanted ? <InstallState isThere={false} word={words.isMissing} /> : words.isOptional;
}

/** Fetches the job types again when a model was installed, because it may make some of them available. */
function useFreshJobTypes(models: Model[]): void {
  const client = useQueryClient();
  const count = models.filter(({ installed }) => installed).length;
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== count) void client.invalidateQueries({ queryKey: ['job-types'] });
    before.current = count;
  }, [client, count]);
}

/** Ranks a model: those that can be installed come first, and those that are left out last. */
const rank = ({ installed, leftOut, default: wanted }: Model): number =>
  leftOut ? 3 : installed ? 2 : wanted ? 0 : 1;

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** All models, with a button that installs a missing one. */
export function Models({ models }: { models: Model[] }) {
  const jobTypes = useJobTypes();
  useFreshJobTypes(models);
  const nameTypes = (ids: string[]) =>
    list.format(ids.map(id => jobTypes.find(type => type.id === id)?.title ?? id));
  const canInstall = ({ installed, installable, installing }: Model) =>
    installable && !installed && !installing;
  return (
    <Rows caption={words.models} columns={columns}>
      {models
        .toSorted((one, other) => rank(one) - rank(other))
        .map(model => (
          <tr key={model.name} {...(model.leftOut && { 'data-quiet': true })}>
            <NameCell
              name={model.name}
              note={
                <>
                  {model.purpose}
                  <br />
                  {words.usedFor(nameTypes(model.jobTypes))}
                </>
              }
            />
            <Cell of={found}>
              <ModelState model={model} />
            </Cell>
            <Cell of={size}>{formatBytes(model.bytes)}</Cell>
            <Cell of={licence}>
              {model.commercialUse ? model.licence : words.notCommercial(model.licence)}
            </Cell>
            <Cell of={acts}>
              {canInstall(model) && (
                <Button
                  size="compact-sm"
                  variant="light"
                  onClick={() => void attempt(() => installModel(model.name))}
                  aria-label={words.installOf(model.name)}
                >
                  {words.install}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
    </Rows>
  );
}
