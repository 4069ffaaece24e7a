import type { JobType } from '@filemill/client';
import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../wording/strings.ts';
import classes from './gallery.module.css';
import { Recent } from './recent.tsx';

const words = strings.convert.gallery;

/** Whether a tool has all words of the query in its texts or formats, so that "heic jpg" finds what converts one to the other. */
function matches(query: string, { id, title, summary, family, accepts, offers }: JobType): boolean {
  const formats = accepts.flatMap(({ format, extensions }) => [format, ...extensions]);
  const outputs = offers.flatMap(({ output, title }) => [output, title]);
  const text = [id, title, summary, family, ...formats, ...outputs].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

/** Everything that the service can do, for somebody who has not added a file yet. */
export default function Gallery({
  jobTypes,
  onChoose,
}: {
  jobTypes: JobType[];
  onChoose: (jobType: JobType) => void;
}) {
  const [query, setQuery] = useState('');
  const found = jobTypes
    .filter(jobType => jobType.available && matches(query, jobType))
    .sort((one, other) => one.heading.rank - other.heading.rank);
  const families = [...new Set(found.map(({ family }) => family))];
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
      {families.map(family => (
        <section key={family} aria-label={family}>
          <Text component="h3" size="xs" c="dimmed" fw={500} mt="lg" mb={4}>
            {family}
          </Text>
          <div className={classes.tools}>
            {found
              .filter(jobType => jobType.family === family)
              .map(jobType => (
                <UnstyledButton key={jobType.id} className={classes.tool} onClick={() => onChoose(jobType)}>
                  <Text fw={500}>{jobType.title}</Text>
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {jobType.summary}
                  </Text>
                </UnstyledButton>
              ))}
          </div>
        </section>
      ))}
      {found.length === 0 && (
        <Text c="dimmed" mt="lg">
          {words.nothing}
        </Text>
      )}
    </section>
  );
}
