import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { strings } from '../../wording/strings.ts';

export interface FootAction {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  loading?: boolean;
  /** How it looks next to the others; most are plain buttons. */
  look?: 'primary' | 'quiet' | 'icon';
}

/** The actions for several rows: buttons side by side, or on a phone a menu and the primary one. */
export function FootActions({ actions }: { actions: FootAction[] }) {
  const isPhone = useIsPhone();
  const shown = isPhone ? actions.filter(({ look }) => look === 'primary') : actions;
  const folded = actions.filter(action => !shown.includes(action));
  return (
    <>
      {folded.length > 0 && (
        <MoreMenu label={strings.convert.moreActions}>
          {folded.map(({ label, icon: Icon, onClick }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden="true" />} onClick={onClick}>
              {label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      {shown.map(action => (
        <ActionButton key={action.label} action={action} />
      ))}
    </>
  );
}

function ActionButton({
  action: { label, icon: Icon, onClick, loading = false, look },
}: {
  action: FootAction;
}) {
  if (look === 'icon')
    return (
      <Tooltip label={label}>
        <ActionIcon size="lg" aria-label={label} onClick={onClick}>
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
    );
  if (look === 'quiet')
    return (
      <Button variant="subtle" color="gray" onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <Button
      variant={look === 'primary' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden="true" />}
      loading={loading}
      onClick={onClick}
      data-primary={look === 'primary' || undefined}
    >
      {label}
    </Button>
  );
}
