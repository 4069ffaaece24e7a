import type { JobType } from '@filemill/client';
import { Loader, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useRef } from 'react';
import { findItemHint } from '../../../added-files/choose.ts';
import type { Item } from '../../../added-files/item.ts';
import { nameInputs } from '../../../added-files/parts.ts';
import { changeItem } from '../../../added-files/store.ts';
import type { Target } from '../../../added-files/targets.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { artifactQuery } from '../../../api/artifacts.ts';
import { jobTypeQuery } from '../../../api/job-types.ts';
import { EstimateLine } from '../../../components/estimate-line.tsx';
import { OptionsForm } from '../../../components/options-form/options-form.tsx';
import { chooseKind } from '../../../components/preview/file.ts';
import { useAddress } from '../../../components/use-address.ts';
import { listMissing } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import { useFormFields } from '../live-preview/form-fields.ts';
import { usePreviewedPages } from '../live-preview/previewed-pages.ts';
import { PartFields } from './part-fields.tsx';
import { hasSheets, useSheetChoices } from './sheet-choices.ts';

const LivePreview = lazy(() => import('../live-preview/live-preview.tsx'));

/** The options of one row: the files that its action takes besides it, the form and the price. */
export function ItemOptions({ item, target, jobTypes }: { item: Item; target: Target; jobTypes: JobType[] }) {
  return (
    <>
      <PartFields item={item} jobType={target.jobType} jobTypes={jobTypes} />
      <Form item={item} target={target} />
    </>
  );
}

function Form({ item, target }: { item: Item; target: Target }) {
  const { data: declared } = useQuery(
    jobTypeQuery(item.workspaceId, target.jobType.id, item.format, target.output),
  );
  const { artifactId, state } = item.upload;
  const own = getFile(item.id);
  const isImage = chooseKind({ filename: item.name }) === 'image';
  const isBook = hasSheets(item);
  const address = useAddress(isImage || isBook ? own : undefined);
  // The browser's copy of the file if it still has it, otherwise the service's.
  const { data: kept } = useQuery({
    ...artifactQuery(item.workspaceId, artifactId),
    enabled:
      (item.format === 'pdf' || isImage || isBook) && !own && state === 'done' && artifactId !== undefined,
  });
  const read = address ?? kept?.downloadUrl;
  const jobType = useSheetChoices(declared, isBook ? read : undefined);
  const isReady = state === 'done' && artifactId !== undefined && !findItemHint(item, target);
  const options = { ...target.options, ...item.options };
  const previewed = usePreviewedPages(item, target.jobType, options, isReady);
  const form = useFirstField(
    jobType && listMissing(jobType, options, { input: item.format, output: target.output }),
  );
  const formFields = useFormFields(item, target);
  if (!jobType) return <Loader size="sm" />;
  const picture = isImage ? read : undefined;
  return (
    <div ref={form}>
      {jobType.preview === 'picture' && (
        <LivePreview item={item} type={jobType} options={options} isReady={isReady} original={picture} />
      )}
      <OptionsForm
        type={jobType}
        value={item.options}
        onChange={options => changeItem(item.id, { options, problem: undefined, refused: undefined })}
        chosen={target.options}
        input={item.format}
        output={target.output}
        problem={item.refused}
        picture={picture}
        formFields={formFields}
        pdf={item.format === 'pdf' ? (previewed ?? own ?? kept?.downloadUrl) : undefined}
      />
      <Switch
        mt="md"
        label={strings.estimate.reuse}
        checked={item.reuse ?? false}
        onChange={({ currentTarget: { checked } }) => changeItem(item.id, { reuse: checked })}
      />
      {isReady && (
        <EstimateLine
          workspaceId={item.workspaceId}
          type={jobType}
          job={{
            type: jobType.id,
            ...nameInputs(item, jobType),
            options,
            ...(item.reuse && { reuse: true }),
          }}
        />
      )}
    </div>
  );
}

/** Focuses the first field that still needs a value when the form has loaded; the drawer itself focuses its close button. */
function useFirstField(missing: string[] | undefined) {
  const form = useRef<HTMLDivElement>(null);
  const isLoaded = missing !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus does not move while a person fills in the form.
  useEffect(() => {
    // The first option of a need is the usual one.
    const name = missing?.find(each => form.current?.querySelector(`[data-option="${each}"]`));
    const field = form.current?.querySelector<HTMLElement>(
      `[data-option="${name}"] :is(input, textarea, select)`,
    );
    if (!field) return;
    // The drawer may open later than the form loads, and then looks for this attribute.
    field.dataset.autofocus = '';
    field.focus();
  }, [isLoaded]);
  return form;
}
