import type { System } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemQuery } from '../../../api/operator.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { sayBytes } from '../../../components/format.ts';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { Trouble } from '../../../components/trouble.tsx';
import { strings } from '../../../strings.ts';
import { Found } from './found.tsx';

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
      {missingFirst.map(({ id, title, licence, packages, version }) => (
        <tr key={id}>
          <NameCell name={title} note={!version && packages.length > 0 && packages.join(' ')} />
          <Cell of={engineFound}>
            <Found isThere={version !== undefined} word={version ?? words.isMissing} />
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

function ModelTable({ models }: { models: System['models'] }) {
  return (
    <Rows caption={words.models} columns={modelColumns}>
      {models.map(({ name, purpose, installed, leftOut, bytes, licence, commercialUse }) => (
        <tr key={name} {...(leftOut && { 'data-quiet': true })}>
          <NameCell name={name} note={purpose} />
          <Cell of={modelFound}>
            <Found
              isThere={installed}
              word={installed ? words.isFound : leftOut ? words.leftOut : words.isMissing}
            />
          </Cell>
          <Cell of={modelSize}>{sayBytes(bytes)}</Cell>
          <Cell of={modelLicence}>{commercialUse ? licence : words.notCommercial(licence)}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** Engines and models, found or missing, with the commands that bring what is missing. */
export function Engines() {
  const { data, error, refetch } = useQuery(systemQuery);
  if (error) return <Trouble error={error} onRetry={refetch} />;
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
