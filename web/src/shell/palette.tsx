import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { useJobTypes } from '../api/job-types.ts';
import type { Recipe } from '../api/recipes.ts';
import { useSession } from '../api/session/session.ts';
import { useWorkspace, useWorkspaceApi } from '../api/workspace.ts';
import { FileIcon, readExtension } from '../components/file-icon.tsx';
import { type Find, Finder } from '../components/finder/finder.tsx';
import { formatWhen } from '../wording/figures.ts';
import { nameOutput } from '../wording/format-names.ts';
import { describeJob, listSearchWords } from '../wording/jobs.ts';
import { strings } from '../wording/strings.ts';
import { chooseByQuery, listFormatChoices } from './format-choices.ts';
import { listPlaces } from './navigation.ts';
import { useActions } from './palette-actions.ts';

const words = strings.shell;
/** How many of the newest jobs and recipes can be found here; their own pages search all of them. */
const newest = 50;

/** How many of them show before something is typed. */
const recent = 5;

/** The action of the entry. */
type Destination = Find & { open(): void };

/** Ctrl-K: starts conversions and other actions, and opens pages, recipes and jobs. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const router = useRouter();
  const actions = useActions();
  const { user } = useSession();
  const { id: workspaceId } = useWorkspace();
  const api = useWorkspaceApi();
  const jobTypes = useJobTypes();
  const [query, setQuery] = useState('');
  const { data: jobs } = useQuery({
    queryKey: ['jobs', workspaceId, 'newest'],
    queryFn: () => api.jobs.list({ limit: newest }),
    enabled: opened,
  });
  const { data: recipes } = useQuery({
    queryKey: ['recipes', workspaceId, 'newest'],
    queryFn: () => api.recipes.list({ limit: newest }),
    enabled: opened,
  });
  const nameType = (type: string) => jobTypes.find(({ id }) => id === type)?.title ?? type;
  const listStepTitles = (steps: Recipe['steps']) => [
    ...new Set(steps.map(({ jobType }) => nameType(jobType))),
  ];
  function close() {
    setQuery('');
    onClose();
  }
  const go = (path: string) => router.history.push(`${router.basepath.replace(/\/$/, '')}${path}`);

  const available = jobTypes
    .filter(type => type.available)
    .sort((one, other) => one.heading.rank - other.heading.rank);
  const tools: Destination[] = available.map(jobType => ({
    id: `type ${jobType.id}`,
    group: words.convert,
    title: jobType.title,
    note: jobType.summary,
    words: listSearchWords(jobType),
    icon: <FileIcon format={jobType.accepts[0]?.format} size={16} />,
    open: () => navigate({ to: '/', search: { for: jobType.id } }),
  }));
  const formats = chooseByQuery(query, listFormatChoices(available), available);
  const conversions: Destination[] = formats.flatMap(({ output, makers }) => ({
    id: `target ${output}`,
    group: words.convert,
    title: words.convertTo(nameOutput(output)),
    note: makers.map(({ jobType }) => jobType.title).join(', '),
    words: [output, ...makers.flatMap(({ inputs }) => inputs.flatMap(each => [each, nameOutput(each)]))].join(
      ' ',
    ),
    icon: <FileIcon format={output} size={16} />,
    open: () => navigate({ to: '/', search: { for: makers[0]!.id } }),
  }));
  const acts: Destination[] = actions
    .filter(({ isRare }) => query.trim() !== '' || !isRare)
    .map(({ title, note, icon: Icon, open }) => ({
      id: `action ${title}`,
      group: words.actions,
      title,
      ...(note && { note }),
      icon: <Icon size={16} strokeWidth={1.75} />,
      open,
    }));
  const pages: Destination[] = listPlaces(user.operator).map(({ label, to, href, icon: Icon }) => ({
    id: `page ${label}`,
    group: words.navigation,
    title: label,
    icon: <Icon size={16} strokeWidth={1.75} />,
    open: () =>
      to
        ? navigate({ to: to as '/' })
        : window.open(new URL(href!, document.baseURI), '_blank', 'noreferrer'),
  }));
  const saved: Destination[] = (recipes?.recipes ?? []).map(({ id, name, description, steps }) => ({
    id,
    group: words.recipes,
    title: name,
    note: description || listStepTitles(steps).join(', '),
    words: [...listStepTitles(steps), ...steps.map(({ jobType }) => jobType)].join(' '),
    icon: <Waypoints size={16} strokeWidth={1.75} />,
    open: () => go(`/recipes/${id}`),
  }));
  const past: Destination[] = (jobs?.jobs ?? []).map(job => ({
    id: job.id,
    group: words.jobs,
    title: describeJob(
      job,
      jobTypes.find(({ id }) => id === job.type),
    ),
    note: `${strings.states[job.status]}, ${formatWhen(job.createdAt, Date.now())}`,
    words: `${job.id} ${job.type} ${nameType(job.type)}`,
    behind: 1,
    icon: <FileIcon format={readExtension(job.inputs[0]?.filename ?? '')} size={16} />,
    open: () => go(`/jobs/${job.id}`),
  }));
  const destinations =
    query.trim() === ''
      ? [...acts, ...past.slice(0, recent), ...tools, ...pages, ...saved]
      : [...tools, ...conversions, ...acts, ...pages, ...saved, ...past];
  return (
    <Modal
      opened={opened}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      attributes={{ content: { 'aria-label': words.search } }}
    >
      <Finder
        finds={destinations}
        placeholder={words.searchFor}
        onQuery={setQuery}
        onChoose={find => {
          close();
          (find as Destination).open();
        }}
      />
    </Modal>
  );
}
