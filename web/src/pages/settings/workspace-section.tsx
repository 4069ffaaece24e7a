import type { Workspace } from '@filemill/client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { renameWorkspace, workspaceQuery } from '../../api/session/account.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { Fact, Facts } from '../../components/facts/facts.tsx';
import { Ident } from '../../components/ident.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { formatBytes } from '../../wording/figures.ts';
import { locale } from '../../wording/language.ts';
import { strings } from '../../wording/strings.ts';
import { NameForm } from './name-form.tsx';
import { Section } from './section.tsx';

const words = strings.settings;

const formatPeriod = (seconds: number) =>
  seconds % 86_400 === 0 ? words.days(seconds / 86_400) : words.hours(Math.round(seconds / 3600));

const formatLimit = (limit: number | undefined, write: (figure: string) => string) =>
  limit === undefined ? words.noLimit : write(limit.toLocaleString(locale, { maximumFractionDigits: 1 }));

/** The plan's limits in words. */
function listFacts({ limits, apiAccess }: Workspace): [string, string][] {
  if (!limits) return [];
  return [
    [words.limits.fileBytes, formatBytes(limits.fileBytes)],
    [words.limits.concurrentJobs, limits.concurrentJobs.toLocaleString(locale)],
    [words.limits.retentionSeconds, formatPeriod(limits.retentionSeconds)],
    [words.limits.mergeFiles, limits.mergeFiles.toLocaleString(locale)],
    [words.limits.mediaSeconds, formatLimit(limits.mediaSeconds && limits.mediaSeconds / 60, words.minutes)],
    [words.limits.megapixels, formatLimit(limits.megapixels, words.megapixels)],
    [words.limits.archiveEntries, formatLimit(limits.archiveEntries, figure => figure)],
    [words.limits.requestsPerWindow, words.perMinute(limits.requestsPerWindow.toLocaleString(locale))],
    [words.limits.apiAccess, apiAccess === false ? words.keysRefused : words.keysWork],
  ];
}

export function WorkspaceSection() {
  const { id, name } = useWorkspace();
  const mayRename = useMay('admin');
  const { data: workspace, error, refetch } = useQuery(workspaceQuery(id));
  return (
    <Section id="workspace" title={words.workspace} {...(!mayRename && { lead: words.askAdmin })}>
      <NameForm
        label={words.workspaceName}
        name={name}
        disabled={!mayRename}
        onSave={next => renameWorkspace(id, next)}
      />
      {error && <LoadError error={error} onRetry={refetch} />}
      {!workspace && !error && <Skeleton height={160} mt="lg" aria-label={strings.acts.loading} />}
      {workspace && (
        <Facts>
          <Fact name={words.id}>
            <Ident value={workspace.id} name={words.id} />
          </Fact>
          <Fact name={words.plan}>
            {workspace.plan}. <span className="dim">{words.planHelp}</span>
          </Fact>
          {listFacts(workspace).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
