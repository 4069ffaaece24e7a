import { ActionIcon, Button, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, LogOut, Monitor, Moon, Search, Settings, Sun } from 'lucide-react';
import { signOut, useSession } from '../api/session.ts';
import { chooseWorkspace, useWorkspace } from '../api/workspace.ts';
import { strings } from '../wording/strings.ts';
import { forgetFirstLook } from './first-look.ts';
import { openPalette } from './open-palette.ts';
import classes from './shell.module.css';

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

const schemes = [
  { value: 'light', label: words.light, icon: Sun },
  { value: 'dark', label: words.dark, icon: Moon },
  { value: 'auto', label: words.auto, icon: Monitor },
] as const;

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
        <Menu.Item
          leftSection={<LogOut size={16} />}
          onClick={async () => {
            await signOut();
            forgetFirstLook();
            await navigate({ to: '/sign-in' });
          }}
        >
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
