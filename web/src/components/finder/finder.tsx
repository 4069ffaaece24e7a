import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../wording/strings.ts';
import classes from './finder.module.css';
import { rankFinds, type Searched } from './rank.ts';

/** An entry of the list: its title, a note, and its group. */
export interface Find extends Searched {
  id: string;
  icon?: ReactNode;
}

/** A search field over a grouped list; the arrow keys, Home, End and Enter work while typing. */
export function Finder({
  finds,
  placeholder,
  onChoose,
  onQuery,
}: {
  finds: Find[];
  placeholder: string;
  onChoose: (find: Find) => void;
  onQuery?: (query: string) => void;
}) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = rankFinds(query, finds);
  const groups = [...new Set(found.map(({ group }) => group))];

  // After every render, because the active entry may have changed.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });

  function onKey(event: KeyboardEvent) {
    const last = found.length - 1;
    const to = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Enter' && found[active]) onChoose(found[active]);
    else if (to !== undefined) setActive(to);
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <TextInput
        value={query}
        onChange={event => {
          setQuery(event.currentTarget.value);
          setActive(0);
          onQuery?.(event.currentTarget.value);
        }}
        onKeyDown={onKey}
        placeholder={placeholder}
        aria-label={placeholder}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] && `${id}-${active}`}
        leftSection={<Search size={16} aria-hidden="true" />}
        variant="unstyled"
        className={classes.search}
        data-autofocus
        autoFocus
      />
      <div className={classes.list} id={id} role="listbox" aria-label={placeholder} ref={list} tabIndex={-1}>
        {groups.map(group => {
          const members = found.filter(find => find.group === group);
          return (
            <div key={group} role="group" aria-label={group}>
              <p className={classes.group} aria-hidden="true">
                {group}
              </p>
              {members.map(find => {
                const index = found.indexOf(find);
                return (
                  <div
                    key={find.id}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    className={classes.option}
                    onClick={() => onChoose(find)}
                    onMouseMove={() => setActive(index)}
                  >
                    {find.icon}
                    <span>{find.title}</span>
                    {find.note && (
                      <span className={classes.note} title={find.note}>
                        {find.note}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      {found.length === 0 && <p className={classes.empty}>{strings.shell.nothingFound}</p>}
    </div>
  );
}
