import type { System } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemQuery } from '../../../api/operator.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { strings } from '../../../wording/strings.ts';
import { InstallState } from './install-state.tsx';
import { Models } from './models.tsx';

type Engine = System['engines'][number];
const words = strings.system;

/** An engine without packages is a part of the product that a setting turns on. */
export const isTurnedOff = ({ packages, version }: Pick<Engine, 'packages' | 'version'>): boolean =>
  version === undefined && packages.length === 0;

const engineColumns = [
  { title: words.engine },
  { title: words.found },
  { title: words.licence },
] satisfies Column[];
const [, engineFound, engineLicence] = engineColumns as [Column, Column, Column];

function EngineTable({ engines }: { engines: System['engines'] }) {
  const rank = (engine: Engine) => (engine.version ? 1 : isTurnedOff(engine) ? 2 : 0);
  const missingFirst = engines.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
  return (
    <Rows caption={words.engines} columns={engineColumns}>
      {missingFirst.map(({ id, title, licence, packages, version, installing }) => (
        <tr key={id}>
          <NameCell name={title} note={!version && packages.length > 0 && packages.join(' ')} />
          <Cell of={engineFound}>
            {isTurnedOff({ packages, version }) ? (
              words.isOff
            ) : (
              <InstallState
                isThere={version !== undefined}
                word={version ?? (installing ? words.isInstalling : words.isMissing)}
              />
            )}
          </Cell>
          <Cell of={engineLicence}>{licence}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** Models, which can be installed here, and engines with the command that installs missing ones. */
export function Engines() {
  const { data, error, refetch } = useQuery(systemQuery);
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} aria-label={strings.acts.loading} />;
  return (
    <>
      <Title order={2} mb="xs">
        {words.models}
      </Title>
      <Models models={data.models} />
      <Title order={2} mt="xl" mb="xs">
        {words.engines}
      </Title>
      {data.install && (
        <>
          <Text mb="xs">{words.installLead}</Text>
          <CodeBlock code={data.install} name={words.command} />
        </>
      )}
      <EngineTable engines={data.engines} />
    </>
  );
}
