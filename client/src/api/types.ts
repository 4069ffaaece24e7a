import type { BodyOf, QueryOf } from './operation.ts';
import type { components, paths } from './public.ts';

type Schemas = components['schemas'];

export type PublicPaths = paths;

export type Artifact = Schemas['Artifact'];
export type Batch = Schemas['Batch'];
/** An input of a batch with its state and files. */
export type BatchEntry = Schemas['BatchManifest']['inputs'][number];
export type CreatedJob = Schemas['CreatedJob'];
export type Estimate = Schemas['Estimate'];
export type Delivery = Schemas['Delivery'];
export type Job = Schemas['Job'];
/** A job as in lists: with the number of its files, but without the files. */
export type ListedJob = Schemas['JobList']['jobs'][number];
export type JobStatus = Job['status'];
export type JobResult = NonNullable<Job['result']>;
export type ResultFile = JobResult['files'][number];
export type UploadTarget = Schemas['UploadTarget'];
export type JobType = Schemas['JobTypeList']['jobTypes'][number];
export type JobEventRecord = Schemas['Event'];
export type Recipe = Schemas['Recipe'];
export type RecipeRun = Schemas['RecipeRun'];
export type RecipeVersion = Schemas['RecipeVersionList']['versions'][number];
export type ServiceMap = Schemas['ServiceMap'];
export type Usage = Schemas['Usage'];
export type Webhook = Schemas['Webhook'];
export type WebhookSecret = Schemas['WebhookSecret'];

/** A job of a built-in type, with that type's options. */
export type NewJob = BodyOf<paths['/jobs']['post']>;
export type JobTypeId = NewJob['type'];
export type OptionsOf<T extends JobTypeId> = Extract<NewJob, { type: T }>['options'];
/** Settings of new runs that do not change what is made. */
export type RunSettings = Pick<
  NewRun,
  'metadata' | 'retentionHours' | 'deleteAfterDownload' | 'callbackUrl' | 'output'
>;
/** Settings of new jobs that do not change what is made. */
export type JobSettings = RunSettings & Pick<NewMerge, 'reuse'>;
/** A job of any type, including extensions. */
export type AnyNewJob = {
  type: string;
  options?: Record<string, unknown>;
  autoStart?: boolean;
} & JobSettings &
  (
    | NewArtifact
    | { inputArtifactId: string }
    | { inputUrl: string; filename?: string; contentType?: string }
    | { input: { connection: string; key: string }; filename?: string; contentType?: string }
    | { files: NewInput[] }
  );
/** A file among several: one to upload or a retained artifact, with its role if the job type has roles. */
export type NewInput = Schemas['NewInput'];
export type NewArtifact = BodyOf<paths['/artifacts']['post']>;
export type NewMerge = BodyOf<paths['/merge']['post']>;
export type NewBatch = BodyOf<paths['/batches']['post']>;
export type NewRecipe = BodyOf<paths['/recipes']['post']>;
export type RecipeChange = BodyOf<paths['/recipes/{id}']['put']>;
export type NewConnection = BodyOf<paths['/connections']['post']>;
export type ConnectionChange = BodyOf<paths['/connections/{id}']['patch']>;
export type Connection = Schemas['Connection'];
export type NewGoldenFile = BodyOf<paths['/recipes/{id}/golden-files']['post']>;
export type GoldenFile = Schemas['GoldenFile'];
export type NewTrigger = BodyOf<paths['/triggers']['post']>;
export type TriggerChange = BodyOf<paths['/triggers/{id}']['patch']>;
export type Trigger = Schemas['Trigger'];
export type TriggerEntry = Schemas['TriggerLog']['entries'][number];
export type NewWebhook = BodyOf<paths['/webhooks']['post']>;
export type WebhookChange = BodyOf<paths['/webhooks/{id}']['patch']>;
export type NewRun = BodyOf<paths['/recipes/{id}/runs']['post']>;
export type JobQuery = QueryOf<paths['/jobs']['get']>;
