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

/** More buttons than these take a second line, in languages with longer words sooner. */
const maxShown = 3;

function chooseShown(actions: FootAction[], isPhone: boolean): FootAction[] {
  if (isPhone) return actions.filter(({ look }) => look === 'primary');
  return actions.length > maxShown
    ? actions.filter(({ look }) => look !== 'quiet' && look !== 'icon')
    : actions;
}

/** The actions for several rows: buttons side by side, with the lesser ones in a menu if there are many or on a phone. */
export function FootActions({ actions }: { actions: FootAction[] }) {
  const isPhone = useIsPhone();
  const shown = chooseShown(actions, isPhone);
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
