import type { System } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemQuery } from '../../../api/operator.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { InstallState } from './install-state.tsx';

const words = strings.system;

const engineColumns = [
  { title: words.engine },
  { title: words.found },
  { title: words.licence },
] satisfies Column[];
const [, engineFound, engineLicence] = engineColumns as [Column, Column, Column];

function EngineTable({ engines }: { engines: System['engines'] }) {
  const missingFirst = engines.toSorted((a, b) => Number(!!a.version) - Number(!!b.version));
  return (
    <Rows caption={words.engines} columns={engineColumns}>
      {missingFirst.map(({ id, title, licence, packages, version, installing }) => (
        <tr key={id}>
          <NameCell name={title} note={!version && packages.length > 0 && packages.join(' ')} />
          <Cell of={engineFound}>
            <InstallState
              isThere={version !== undefined}
              word={version ?? (installing ? words.isInstalling : words.isMissing)}
            />
          </Cell>
          <Cell of={engineLicence}>{licence}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

const modelColumns = [
  { title: words.model },
  { title: words.found },
  { title: words.size, kind: 'figure' },
  { title: words.licence },
] satisfies Column[];
const [, modelFound, modelSize, modelLicence] = modelColumns as [Column, Column, Column, Column];

/** The state of a model; one that no job uses by default does not count as missing. */
const describeModel = ({ installed, leftOut, default: wanted }: System['models'][number]) =>
  installed ? words.isFound : leftOut ? words.leftOut : wanted ? words.isMissing : words.isOptional;

function ModelTable({ models }: { models: System['models'] }) {
  return (
    <Rows caption={words.models} columns={modelColumns}>
      {models.map(model => (
        <tr key={model.name} {...(model.leftOut && { 'data-quiet': true })}>
          <NameCell name={model.name} note={model.purpose} />
          <Cell of={modelFound}>
            {model.installed || model.default ? (
              <InstallState isThere={model.installed} word={describeModel(model)} />
            ) : (
              describeModel(model)
            )}
          </Cell>
          <Cell of={modelSize}>{formatBytes(model.bytes)}</Cell>
          <Cell of={modelLicence}>
            {model.commercialUse ? model.licence : words.notCommercial(model.licence)}
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** Engines and models, with the commands that install missing ones. */
export function Engines() {
  const { data, error, refetch } = useQuery(systemQuery);
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} aria-label={strings.acts.loading} />;
  const pulls = data.models.flatMap(({ pull, leftOut }) => (pull && !leftOut ? [pull] : []));
  return (
    <>
      <Title order={2} mb="xs">
        {words.engines}
      </Title>
      {data.install && (
        <>
          <Text mb="xs">{words.installLead}</Text>
          <CodeBlock code={data.install} name={words.command} />
        </>
      )}
      <EngineTable engines={data.engines} />
      <Title order={2} mt="xl" mb="xs">
        {words.models}
      </Title>
      {pulls.length > 0 && (
        <>
          <Text mb="xs">{words.pullLead}</Text>
          <CodeBlock code={pulls.join('\n')} name={words.command} />
        </>
      )}
      <ModelTable models={data.models} />
    </>
  );
}
