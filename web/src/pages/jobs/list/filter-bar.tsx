import { CloseButton, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { keysQuery } from '../../../api/keys.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import { days, type Filters, sources, states } from '../filters.ts';
import classes from './filter-bar.module.css';

const words = strings.jobs;

interface Choice {
  value: string;
  label: string;
}

/** One filter as a chip: its name, or its value with a button to clear it. */
function Chip({
  name,
  value,
  choices,
  onChange,
}: {
  name: string;
  value: string | undefined;
  choices: Choice[];
  onChange: (value: string | undefined) => void;
}) {
  const chosen = choices.find(choice => choice.value === value);
  const label = chosen ? `${name}: ${chosen.label}` : name;
  return (
    <span className={classes.chip} data-set={value !== undefined || undefined}>
      <Menu position="bottom-start" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <UnstyledButton className={classes.target}>
            {value === undefined || chosen ? label : `${name}: ${value}`}
            <ChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {choices.map(choice => (
            <Menu.Item
              key={choice.value}
              onClick={() => onChange(choice.value)}
              rightSection={choice.value === value && <Check size={14} />}
            >
              {choice.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {value !== undefined && (
        <UnstyledButton
          className={classes.remove}
          onClick={() => onChange(undefined)}
          aria-label={words.removeFilter(name)}
        >
          <X size={14} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  );
}

/** The text is put into the address when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      className={classes.search}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      placeholder={words.searchName}
      aria-label={words.searchName}
      leftSection={<Search size={16} aria-hidden="true" />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={words.clearSearch} onClick={() => setTyped('')} />
      }
    />
  );
}

export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const mayReadKeys = useMay('admin');
  const { data: keys = [] } = useQuery({ ...keysQuery(workspace.id), enabled: mayReadKeys });
  const set = (name: keyof Filters) => (value: string | undefined) => {
    const { [name]: _, ...rest } = filters;
    onChange(value === undefined || value === '' ? rest : ({ ...rest, [name]: value } as Filters));
  };
  return (
    <div className={classes.bar}>
      <SearchField value={filters.q ?? ''} onChange={set('q')} />
      <Chip
        name={words.state}
        value={filters.state}
        choices={states.map(value => ({ value, label: strings.states[value] }))}
        onChange={set('state')}
      />
      <Chip
        name={words.type}
        value={filters.type}
        choices={types.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={set('type')}
      />
      <Chip
        name={words.source}
        value={filters.source}
        choices={sources.map(value => ({ value, label: words.sources[value] }))}
        onChange={set('source')}
      />
      {(keys.length > 0 || filters.key) && (
        <Chip
          name={words.key}
          value={filters.key}
          choices={keys.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={set('key')}
        />
      )}
      <Chip
        name={words.day}
        value={filters.day}
        choices={days.map(value => ({ value, label: words.days[value] }))}
        onChange={set('day')}
      />
    </div>
  );
}
