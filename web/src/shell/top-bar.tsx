import { ActionIcon, Button, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, LogOut, Search, Settings } from 'lucide-react';
import { useSession } from '../api/session/session.ts';
import { chooseWorkspace, useWorkspace } from '../api/workspace.ts';
import { strings } from '../wording/strings.ts';
import { openPalette } from './overlays.ts';
import { schemes } from './schemes.ts';
import classes from './shell.module.css';
import { useLeave } from './use-leave.ts';

const words = strings.shell;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function WorkspaceSwitcher() {
  const { workspaces } = useSession();
  const current = useWorkspace();
  if (workspaces.length < 2)
    return (
      <Text fw={500} className="ellipsis">
        {current.name}
      </Text>
    );
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          rightSection={<ChevronsUpDown size={14} />}
          aria-label={`${words.switchWorkspace}: ${current.name}`}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => chooseWorkspace(id)}
            rightSection={id === current.id && <Check size={14} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Shown = schemes.find(({ value }) => value === colorScheme)!.icon;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={words.theme}>
          <Shown size={18} strokeWidth={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={value === colorScheme && <Check size={14} />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const leave = useLeave();
  const initials = user.name
    .split(/\s+/)
    .slice(0, 2)
    .map(part => part[0])
    .join('')
    .toUpperCase();
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <ActionIcon
          size="lg"
          radius="xl"
          variant="light"
          color="iris"
          aria-label={`${words.account} ${initials}: ${user.name}`}
        >
          <span className={classes.initials} data-initials={initials} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item leftSection={<Settings size={16} />} onClick={() => navigate({ to: '/settings' })}>
          {words.settings}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} />} onClick={leave}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function TopBar() {
  return (
    <section className={classes.top} aria-label={words.bar}>
      <WorkspaceSwitcher />
      <UnstyledButton className={classes.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{words.search}</span>
        <kbd data-keys={`${isMac ? '⌘' : 'Ctrl'} K`} />
      </UnstyledButton>
      <ThemeMenu />
      <AccountMenu />
    </section>
  );
}
