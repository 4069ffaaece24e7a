import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { addArtifact } from '../../added-files/add.ts';
import { guessFormat } from '../../added-files/formats.ts';
import { changeItem } from '../../added-files/store.ts';
import { listTargets } from '../../added-files/targets.ts';
import { useJobTypes } from '../../api/job-types.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';

const offered = 12;

interface StoredFile {
  artifactId: string;
  filename: string;
  contentType: string;
  size: number;
}

/** Uses a stored file in another conversion, without uploading it again. */
export function ContinueMenu({
  file,
  size = 'sm',
  onChoose,
}: {
  file: StoredFile;
  size?: 'xs' | 'sm';
  onChoose?: () => void;
}) {
  const workspace = useWorkspace();
  const jobTypes = useJobTypes();
  const navigate = useNavigate();
  const targets = listTargets(guessFormat(file.filename, file.contentType, jobTypes), jobTypes);
  if (targets.length === 0) return null;
  const use = (target: string) => {
    const item = addArtifact(workspace.id, file, jobTypes);
    changeItem(item.id, { target });
    onChoose?.();
    void navigate({ to: '/' });
  };
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <Button size={size} variant="default" rightSection={<ChevronDown size={14} aria-hidden="true" />}>
          {strings.result.continueWith}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {targets.slice(0, offered).map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => use(id)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
