import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { type LogFilter, loggedTypes } from './filter.ts';
import classes from './log.module.css';

const words = strings.webhooks;
const states = (['pending', 'delivered', 'failed'] as const).map(value => ({
  value,
  label: words.deliveryStates[value],
}));

/** The filter is kept in the address, so that it can be shared. */
export function FilterBar({ filter }: { filter: LogFilter }) {
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  const [find, setFind] = useState(filter.find ?? '');
  const change = (part: { [Field in keyof LogFilter]: LogFilter[Field] | undefined }) =>
    void navigate({
      search: old => Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value)),
      replace: true,
    });
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.find}
        leftSection={<Search size={16} />}
        aria-label={words.find}
        placeholder={words.find}
        value={find}
        onChange={event => {
          setFind(event.currentTarget.value);
          change({ find: event.currentTarget.value.trim() });
        }}
      />
      <Select
        aria-label={words.state}
        placeholder={words.anyState}
        data={states}
        value={filter.status ?? null}
        onChange={value => change({ status: (value ?? undefined) as LogFilter['status'] })}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
      />
      <Select
        aria-label={words.event}
        placeholder={words.anyEvent}
        data={loggedTypes}
        value={filter.type ?? null}
        onChange={value => change({ type: (value ?? undefined) as LogFilter['type'] })}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
      />
    </search>
  );
}
