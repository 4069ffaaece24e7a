import type { JobType } from '@filemill/client';
import { Chip, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { listSearchWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import ToolIcon from '../tool-icon.tsx';
import classes from './gallery.module.css';
import { Recent } from './recent.tsx';

const words = strings.convert.gallery;

/** Whether a tool has all words of the query in its texts or formats, so that "heic jpg" finds what converts one to the other. */
function matchesQuery(query: string, jobType: JobType): boolean {
  const { title, summary, family } = jobType;
  const text = [title, summary, family, listSearchWords(jobType)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

const everything = '';

/** The tools that most people come for, in this order. */
const popular = [
  ...['document-convert', 'pdf-merge', 'pdf-compress', 'image-convert', 'image-compress', 'ocr'],
  ...['pdf-split', 'video-convert', 'speech-to-text'],
];

/** The families of tools, those with the most tools first. */
function listFamilies(found: JobType[]): string[] {
  const counts = Map.groupBy(found, ({ family }) => family);
  return [...counts.keys()].sort((one, other) => counts.get(other)!.length - counts.get(one)!.length);
}

const firstSentence = (text: string): string =>
  /^.*?(?:[.:;](?=\s)|。|$)/.exec(text)![0].replace(/[:;]$/, '.');

/** Everything that the service can do, for somebody who has not added a file yet. */
export default function Gallery({
  jobTypes,
  onChoose,
}: {
  jobTypes: JobType[];
  onChoose: (jobType: JobType) => void;
}) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const found = jobTypes
    .filter(jobType => jobType.available && matchesQuery(query, jobType))
    .sort((one, other) => one.heading.rank - other.heading.rank);
  const families = listFamilies(found);
  const shown = families.includes(chosen ?? '') ? [chosen!] : families;
  const first =
    query === '' && shown.length > 1 ? popular.flatMap(id => found.filter(jobType => jobType.id === id)) : [];
  const sections = [
    ...(first.length > 0 ? [{ title: words.popular, tools: first }] : []),
    ...shown.map(family => ({
      title: family,
      tools: found.filter(jobType => jobType.family === family && !first.includes(jobType)),
    })),
  ].filter(({ tools }) => tools.length > 0);
  return (
    <section aria-label={words.title} className={classes.gallery}>
      <Recent />
      <div className={classes.head}>
        <Text component="h2" fw={600}>
          {words.title}
        </Text>
        <TextInput
          value={query}
          onChange={event => setQuery(event.currentTarget.value)}
          placeholder={words.search}
          aria-label={words.search}
          leftSection={<Search size={16} aria-hidden="true" />}
        />
      </div>
      {families.length > 1 && (
        <Chip.Group value={shown.length === 1 ? shown[0]! : everything} onChange={setChosen}>
          <Group gap={8} mt="md">
            {[everything, ...families].map(family => (
              <Chip key={family} value={family} variant="light">
                {family || strings.keys.everything}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {sections.map(({ title, tools }) => (
        <section key={title} aria-label={title}>
          <Text component="h3" size="xs" c="dimmed" fw={500} mt="lg" mb={4}>
            {title}
          </Text>
          <div className={classes.tools}>
            {tools.map(jobType => (
              <UnstyledButton key={jobType.id} className={classes.tool} onClick={() => onChoose(jobType)}>
                <span className={classes.icon}>
                  <ToolIcon jobType={jobType} />
                </span>
                <span>
                  <Text fw={500}>{jobType.title}</Text>
                  <Text size="xs" c="dimmed" lineClamp={2} title={jobType.summary}>
                    {firstSentence(jobType.summary)}
                  </Text>
                </span>
              </UnstyledButton>
            ))}
          </div>
        </section>
      ))}
      {jobTypes.length > 0 && found.length === 0 && (
        <Text c="dimmed" mt="lg">
          {words.nothing}
        </Text>
      )}
    </section>
  );
}
