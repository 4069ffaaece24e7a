// Made from the service's OpenAPI document by `npm run client:types`. Do not edit.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inspect the API
         * @description Lists every endpoint with its purpose and scope, the job types, and the URL of this description.
         */
        get: operations["getServiceMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an artifact
         * @description PUT the bytes to `uploadUrl`, or send them in parts with tus. Then pass the `id` as `inputArtifactId` to `POST /jobs` or `POST /recipes/:id/runs`. An artifact that is not used expires like a job that is never started; once used, it is stored as long as results are.
         */
        post: operations["createArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an artifact
         * @description Returns a stored file with a URL to download it, or to upload it as long as it has not arrived.
         */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Newest first. Pass the `nextCursor` of a page to get the next one.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch
         * @description Runs one job type, or one recipe, on up to 10,000 files: stored ones, addresses, or files of a connection. All inputs are checked before anything is created. The jobs are then created a few at a time; a quota that is used up stops the batch until there is room. A key needs the scope `recipes:write` for a recipe.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a batch
         * @description Returns the batch with the number of inputs in each state and, once it has ended, the URL of one ZIP of all files. With `wait`, the response is sent when the batch has ended or the time is up.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description No more jobs are created, and jobs that have not ended are canceled. Existing results stay.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a batch
         * @description Events `status` and `progress`, each with the data `{ id, status, progress, counts }`. `Last-Event-ID` resumes behind that event. Ends after the terminal state.
         */
        get: operations["followBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs of a batch
         * @description Lists the jobs newest first, as in `GET /jobs`; for a recipe, the jobs of all steps. Inputs whose jobs are not created yet are only in the manifest.
         */
        get: operations["listBatchJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the inputs of a batch
         * @description Lists the inputs in their order, each with its state, its job or run, its files with signed URLs, and the reason if it failed.
         */
        get: operations["getBatchManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a batch
         * @description Runs those inputs of an ended batch again that failed, were refused or were canceled. The others stay as they are.
         */
        post: operations["retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for callbacks
         * @description The secret signs what is sent to the `callbackUrl` of jobs and runs of the workspace. It is shown only here. Both the new and the old secret sign until the overlap ends.
         */
        post: operations["rotateCallbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description All connections of the workspace, without their secrets.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Create a connection
         * @description A place where the workspace keeps files. It is tested first: a small file is written, read and removed; for `http`, only the login is tried. Secrets are never shown.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Jobs that still wait for a file of it fail. Its files stay.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Change a connection
         * @description Fields that are left out stay as they are. The changed connection is tested first, like a new one. If the address or the host key changes, the secrets must be given again. An empty object only tests the connection.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/convert/{outputFormat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a file in one request
         * @description The job type follows from the format of the file. Send `multipart/form-data` with the file in the field `file` and options as further fields, or the bytes as they are with the options in the query and the name in `filename` or `Content-Disposition`, or no file and its address in `inputUrl`. Options that are no plain values go as JSON into `options`. The job is one like any other: listed, kept and counted, also when the caller goes away.
         */
        post: operations["convert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to all webhooks
         * @description Newest events first, each with all attempts. Deliveries are kept as long as events.
         */
        get: operations["listAllDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/{artifactId}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description Supports one `Range`, `If-Range` and `If-None-Match`. The `ETag` is the SHA-256 of the whole file, if it is known. An installation that stores files in S3 may respond with a 307 redirect to the store: follow it (`curl -L`; most libraries do by default).
         */
        get: operations["download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Fetch the headers of a file
         * @description Returns the headers of the download without the file.
         */
        head: operations["headDownload"];
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Lists the events that are sent to webhooks, for as long as the plan retains files. To catch up, pass the id of the last event you have seen as `after`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/golden-files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a golden file
         * @description Returns the golden file with the outcome of its last check. With `wait`, the response is sent when no check is pending or the time is up.
         */
        get: operations["getGoldenFile"];
        put?: never;
        post?: never;
        /**
         * Remove a golden file
         * @description Deletes it with its copies of the input and the accepted result.
         */
        delete: operations["removeGoldenFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/golden-files/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the new result of a golden file
         * @description Keeps the result of the last check in place of the accepted one.
         */
        post: operations["acceptGoldenFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/golden-files/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a golden file
         * @description Runs the recipe as it is now on the input and compares the result with the accepted one. It costs nothing, and no list shows the run. While a check is pending, no other is started. `GET /golden-files/:id?wait=` waits for the outcome.
         */
        post: operations["checkGoldenFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/job-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List job types
         * @description Lists all job types: the formats that each accepts and produces, the schema of its options, and whether this installation can run it.
         */
        get: operations["listJobTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Lists the jobs created with a key, newest first. Pass the `nextCursor` of a page to get the next one. Lists contain no files and no URLs.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Create a job
         * @description Creates a job for one file, or for several in `files`. Upload the file to `uploadUrl` with `PUT`, or each of several files to its URL in `uploads`, and then start the job. With `autoStart`, it starts when the last file has arrived. With `inputArtifactId` nothing is uploaded, and with `inputUrl` the service fetches the file itself. Repeating the request with the same `Idempotency-Key` returns the job that was created the first time.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a job
         * @description Returns the job with its state, its progress and, once it has completed, its result with newly signed URLs. With `wait`, the response is sent when the job has ended or the time is up.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Delete a job
         * @description Erases its inputs and outputs now, and the job with them. A job under way is canceled first.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description Ends a job that has not ended. Partial results are discarded.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a job
         * @description Events `status` and `progress`, each with the data `{ id, status, progress }`; of a `speech-to-text` job also `partial`, with the data `{ id, start, end, text }`: what is said from one second to another, as soon as it is recognised. `Last-Event-ID` resumes behind that event; of the text the last two hundred pieces are kept, and only while the job is processing. An attempt that is repeated tells its text from the beginning. Ends after the terminal state.
         */
        get: operations["followJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a job's files
         * @description Lists the files in the order of `index`. A page may have fewer files than `limit`, because the size of a response is limited: continue while there is a `nextCursor`.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/refresh-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh download URLs
         * @description Returns a completed job with newly signed URLs, after the earlier ones have expired.
         */
        post: operations["refreshJobUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job
         * @description Queues the job once all its inputs are uploaded. Starting a job that is queued, processing or completed changes nothing and returns the job as it is.
         */
        post: operations["startJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate a job
         * @description Takes the body of `POST /jobs` and says whether the options fit the file, which engines would run, how long similar jobs took here, and how many operations and credits it would use. It stores nothing. A job that would be refused is answered with `accepted: false` and the reasons in `warnings`.
         */
        post: operations["estimateJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a job: Merge PDFs
         * @description Creates one job for several files, which are merged in the given order. Upload each file to its URL in `uploads`, and then start the job. With `autoStart`, it starts when the last file has arrived. Repeating the request with the same `Idempotency-Key` returns the job that was created the first time.
         */
        post: operations["createMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipe-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Newest first. Pass the `nextCursor` of a page to get the next one.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipe-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a run
         * @description Returns the run with all its steps and, once it has completed, its result. With `wait`, the response is sent when the run has ended or the time is up.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipe-runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Ends a run that has not ended, and its current step.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipe-runs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a run
         * @description Events `status`, where the run changes its state, and `progress`, where one of its steps goes on, each with the data `{ id, status, progress, steps: [{ index, status, progress }] }`. `Last-Event-ID` resumes behind that event. Ends after the terminal state.
         */
        get: operations["followRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipe-runs/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a run's files
         * @description Lists the files of all steps that no other step uses, in their order. A page may have fewer files than `limit`: continue while there is a `nextCursor`.
         */
        get: operations["listRunFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipes
         * @description Newest first. Pass the `nextCursor` of a page to get the next one.
         */
        get: operations["listRecipes"];
        put?: never;
        /**
         * Create a recipe
         * @description Saves a sequence of steps. Each step must accept the output of the previous one; a step that does not fit is refused with its index.
         */
        post: operations["createRecipe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a recipe
         * @description Includes the steps and the formats that a run accepts.
         */
        get: operations["getRecipe"];
        /**
         * Change a recipe
         * @description Replaces the whole recipe and keeps the former version. Runs that have begun continue with their steps.
         */
        put: operations["updateRecipe"];
        post?: never;
        /**
         * Delete a recipe
         * @description Runs that have begun continue.
         */
        delete: operations["deleteRecipe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}/golden-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List golden files
         * @description All golden files of the recipe with the outcomes of their last checks, oldest first. `GET /golden-files/:id` has the files and the differences.
         */
        get: operations["listGoldenFiles"];
        put?: never;
        /**
         * Add a golden file
         * @description Copies the input and the result of a completed run. Whenever the recipe or the version of an engine that it uses changes, the recipe runs on the input again, and the new result is compared with the accepted one. Copies count towards the storage until the golden file or the recipe is deleted. Checks cost no operations and no credits.
         */
        post: operations["addGoldenFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a recipe
         * @description Runs the recipe on a stored file (an artifact, or an output of a completed job), or on a file that the service fetches from `inputUrl`. Every step counts as one operation, and all are reserved at once.
         */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a recipe
         * @description Every save makes a version; the newest comes first. The oldest of more than a hundred are deleted.
         */
        get: operations["listRecipeVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a version of a recipe
         * @description The recipe as it was saved then. `updatedAt` is when.
         */
        get: operations["getRecipeVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a recipe
         * @description Saves it as the newest version, with its write-only options. It is checked as any recipe.
         */
        post: operations["restoreRecipeVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/run/{jobType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job in one request
         * @description Send `multipart/form-data` with the file in the field `file` and options as further fields, or the bytes as they are with the options in the query and the name in `filename` or `Content-Disposition`, or no file and its address in `inputUrl`. Options that are no plain values go as JSON into `options`. The job is one like any other: listed, kept and counted, also when the caller goes away.
         */
        post: operations["run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/run/recipes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a recipe in one request
         * @description Send the file as `multipart/form-data` in the field `file`, as it is, or its address in `inputUrl`. The response is the output of the last step, with `X-Run-Id`. The file is stored like a separately uploaded one.
         */
        post: operations["runRecipe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List triggers
         * @description All triggers of the workspace, by name.
         */
        get: operations["listTriggers"];
        put?: never;
        /**
         * Create a trigger
         * @description Creates batches automatically: at the times of `schedule`, or with `watch` for every new or changed file of a connection, once each. A key needs the scope `recipes:write` for a recipe.
         */
        post: operations["createTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/triggers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a trigger
         * @description Returns the trigger with the time at which it next starts or lists the files, and the reason if it failed the last time.
         */
        get: operations["getTrigger"];
        put?: never;
        post?: never;
        /**
         * Delete a trigger
         * @description Deletes a trigger with its log. Batches that it has started continue.
         */
        delete: operations["deleteTrigger"];
        options?: never;
        head?: never;
        /**
         * Change a trigger
         * @description Changes, enables or disables a trigger. Fields that are left out stay as they are. Times that pass while it is disabled are skipped; files that arrive in the meantime are processed later.
         */
        patch: operations["updateTrigger"];
        trace?: never;
    };
    "/triggers/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log of a trigger
         * @description Lists what the trigger did for each file, or at each time of its schedule, newest first: the batch that it started, or the reason why it started none.
         */
        get: operations["listTriggerLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{jobId}/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload an input
         * @description The raw bytes of the file, with the Content-Type given at creation or none, exactly as many as declared. Repeating it before start replaces the input.
         */
        put: operations["putUpload"];
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Fetch the offset of an upload
         * @description tus 1.0.0: `Upload-Offset` is the number of bytes kept, `Upload-Length` the number declared.
         */
        head: operations["headUpload"];
        /**
         * Upload an input in pieces
         * @description tus 1.0.0: appends at `Upload-Offset`, which must be the number of bytes kept. What arrives is kept even when the connection breaks. The last byte completes the upload.
         */
        patch: operations["patchUpload"];
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read usage
         * @description The usage of the workspace, with the limits of its plan and when they are reset.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All webhooks of the workspace, with their states.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The response has the signing secret, which is shown only once.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a webhook
         * @description Includes its state, and why it is paused, if it is.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deliveries to it end, and its log is erased.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the given fields.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the activity of a webhook by hour
         * @description Counts the attempts that succeeded, that are tried again, and that failed for good.
         */
        get: operations["getWebhookActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest events first, each with all attempts. Deliveries are kept as long as events.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a delivery
         * @description Includes all attempts and the body that is sent.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Any event of the workspace that is still kept; with the same `webhook-id`, with a new schedule of attempts.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/redeliver-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all failed deliveries again
         * @description Every failed delivery that is still kept is tried again, with the full schedule of attempts.
         */
        post: operations["redeliverFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook
         * @description Its deliveries wait until it is resumed.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook
         * @description Also resumes a webhook that was paused because of failures, or disabled.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description Both secrets sign until the overlap ends.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An event of type `webhook.test`, delivered like any other.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zips/{jobId}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all files of a job
         * @description Sends all outputs as one ZIP file, which is created while it is sent. Files that are already compressed are stored without further compression.
         */
        get: operations["downloadZip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ArchiveCreateOptions: {
            /**
             * Level
             * @description How hard to compress: 0 only stores, 9 takes longest.
             * @default 5
             */
            level?: number;
            /**
             * Output format
             * @description The kind of archive.
             * @enum {string}
             */
            outputFormat: "zip" | "tar.gz" | "tar.zst" | "7z";
            /**
             * Password
             * @description Encrypts the files (AES-256) in zip and 7z; a 7z archive then hides their names, too. A zip with a password is opened by most programs, but not by those built into Windows.
             */
            password?: string;
        };
        ArchiveExtractOptions: {
            /**
             * Exclude
             * @description No files whose path matches one of these patterns.
             * @example [
             *       "*.pdf",
             *       "docs/**"
             *     ]
             */
            exclude?: string[];
            /**
             * Include
             * @description Only files whose path matches one of these patterns: `*.pdf` in any folder, `docs/**` all of a folder.
             * @example [
             *       "*.pdf",
             *       "docs/**"
             *     ]
             */
            include?: string[];
            /**
             * List only
             * @description Write a list of the entries as JSON instead of unpacking them.
             * @default false
             */
            list?: boolean;
            /**
             * Nested archives
             * @description Also unpack archives within the archive, this many levels deep. With 0 they stay files.
             * @default 0
             */
            nested?: number;
            /**
             * Password
             * @description The password of an encrypted archive.
             */
            password?: string;
        };
        Artifact: {
            contentType: string;
            /** Format: date-time */
            createdAt: string;
            downloadUrl?: string;
            /** Format: date-time */
            downloadUrlExpiresAt?: string;
            /** Format: date-time */
            expiresAt?: string;
            filename: string;
            id: string;
            index: number;
            /** @description The job that it is an input or output of. */
            jobId?: string;
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description An input or output of a job; `upload`: a file that was uploaded separately.
             * @enum {string}
             */
            role: "input" | "output" | "upload";
            sha256?: string;
            size: number;
            upload?: components["schemas"]["Upload"];
            /** @description Whether it has been uploaded. */
            uploaded: boolean;
            /** @description Present while it can be uploaded, for callers who may write jobs. */
            uploadUrl?: string;
        };
        AudioConvertOptions: {
            /**
             * Bit rate (kbit/s)
             * @description The bit rate in kilobits per second, for mp3, m4a, aac, ogg and opus.
             * @example 192
             */
            bitrate?: number;
            /**
             * Channels
             * @description 1 is mono, 2 stereo, 6 surround (5.1). Defaults to the input's channels; mp3 has at most 2.
             */
            channels?: number;
            /**
             * End
             * @description Where to end, in seconds from the beginning.
             */
            end?: number;
            /**
             * Fade in
             * @description The length of the fade-in, in seconds.
             */
            fadeIn?: number;
            /**
             * Fade out
             * @description The length of the fade-out, in seconds.
             */
            fadeOut?: number;
            /**
             * Keep metadata
             * @description Keep title, artist, chapters, cover and other tags where the format can hold them.
             * @default true
             */
            keepMetadata?: boolean;
            /**
             * Loudness (LUFS)
             * @description The overall loudness in LUFS (EBU R 128): -23 for broadcasting, -16 for podcasts, -14 for music services. Peaks stay below -1 dBTP.
             * @example -16
             */
            loudness?: number;
            /**
             * Output format
             * @description The format to convert to. flac, wav and aiff are lossless.
             * @enum {string}
             */
            outputFormat: "mp3" | "m4a" | "aac" | "ogg" | "opus" | "flac" | "wav" | "aiff";
            /**
             * Quality
             * @description The quality of a variable bit rate, instead of `bitrate`. Defaults to one at which hardly anybody hears a difference.
             */
            quality?: number;
            /**
             * Sample rate (Hz)
             * @description Samples per second. Defaults to the input's rate, or the next higher one that the format supports.
             * @example 44100
             */
            sampleRate?: number;
            /**
             * Speed
             * @description 2 is twice as fast. The pitch stays the same.
             */
            speed?: number;
            /**
             * Start
             * @description Where to start, in seconds from the beginning.
             */
            start?: number;
            /**
             * Track
             * @description The number of the sound track to use, from 1. Defaults to the one marked as default.
             */
            track?: number;
        };
        AudioWaveformOptions: {
            /**
             * Background
             * @description The background colour. Defaults to transparent.
             * @example #3366cc
             */
            background?: string;
            /**
             * Colour
             * @description The colour of the waveform, as #rrggbb or #rrggbbaa.
             * @default #3366cc
             * @example #3366cc
             */
            color?: string;
            /**
             * Height
             * @description In pixels, for png and svg.
             * @default 200
             */
            height?: number;
            /**
             * Output format
             * @description `json`: the lowest and highest samples, in the format of audiowaveform and peaks.js.
             * @default png
             * @enum {string}
             */
            outputFormat?: "png" | "svg" | "json";
            /**
             * Samples per pixel
             * @description For json: the number of samples for each pair of values. Defaults to 256.
             */
            samplesPerPixel?: number;
            /**
             * Width
             * @description In pixels, for png and svg.
             * @default 1200
             */
            width?: number;
        };
        Batch: {
            /** @description The quota that the rest waits for. It goes on once there is room. */
            blocked?: {
                /** @enum {string} */
                code: "quota_exceeded";
                /** @enum {string} */
                quota: "operations" | "operations_daily" | "ai_credits" | "storage_bytes" | "queued_jobs";
                /**
                 * Format: date-time
                 * @description When the quota may allow more.
                 */
                resetsAt: string;
            };
            /**
             * Format: date-time
             * @description When the last input ended.
             */
            completedAt?: string;
            /** @description The number of inputs in each state. */
            counts: {
                canceled: number;
                completed: number;
                failed: number;
                processing: number;
                queued: number;
                waiting: number;
            };
            /** Format: date-time */
            createdAt: string;
            id: string;
            inputCount: number;
            metadata: {
                [key: string]: string;
            };
            options: {
                [key: string]: unknown;
            };
            /** @description Where the result is also written: the id of a connection, and the template of a key. */
            output?: {
                connection: string;
                key: string;
            };
            /** @description The percentage of inputs that ended. */
            progress: number;
            recipeId?: string;
            /** @description Present once it has ended. `GET /batches/:id/manifest` lists the files. */
            result?: {
                /** @description The URL of one zip of all files. */
                archiveUrl?: string;
                fileCount: number;
            };
            retentionHours?: number;
            /**
             * @description A batch is `completed` when every input has ended, whether or not some have failed.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "canceled";
            type?: string;
        };
        BatchEntry: {
            failure?: components["schemas"]["JobFailure"];
            fileCount: number;
            filename: string;
            /** @description The first twenty. */
            files: components["schemas"]["ResultFile"][];
            index: number;
            /** @description The file of a connection. */
            input?: {
                connection: string;
                key: string;
            };
            /** @description Absent for a file that is fetched, until it has arrived. */
            inputArtifactId?: string;
            jobId?: string;
            /** @description Why no job could be created for it. */
            refused?: {
                code: string;
                message: string;
            };
            runId?: string;
            /** @enum {string} */
            status: "waiting" | "queued" | "processing" | "completed" | "failed" | "canceled";
        };
        BatchInput: {
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Options of this input, instead of the shared ones. */
            options?: {
                [key: string]: unknown;
            };
        };
        BatchList: {
            batches: components["schemas"]["Batch"][];
            nextCursor: string | null;
        };
        BatchManifest: {
            inputs: components["schemas"]["BatchEntry"][];
            nextCursor: string | null;
        };
        BatchTable: {
            /** @description A table with a header line. The column `inputArtifactId` or `inputUrl` names the input of each row; every other column is an option. An empty cell leaves the option to the shared `options`. */
            csv: string;
        };
        ChangedRecipe: {
            /** @default  */
            description?: string;
            /** @description One line: no control characters. */
            name: string;
            steps: components["schemas"]["ChangedStep"][];
        };
        ChangedStep: {
            /** @description Further files of a job type that takes several: retained artifacts by their roles, such as `{ "stamp": "art_…" }`. The first role is the step's own input. They must be retained when a run starts. */
            artifacts?: {
                [key: string]: string | string[];
            };
            /** @description Runs it once for all files of its source together, with a job type that takes many files. */
            collect?: boolean;
            /** @description `{ "tab": …, "processingMode": "server", [tab]: options }`: the options are under the name of the tab. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Runs it once for each file of its source. */
            forEach?: boolean;
            /** @description Where its files come from: `input`, the name of an earlier step, or a list of them. By default the previous step. */
            from?: string | string[];
            jobType: string;
            /** @description One line. By default the title of the job type. */
            name?: string;
            /** @description Instead of `config`: the options of the job type. */
            options?: {
                [key: string]: unknown;
            };
            /** @description A connection of this workspace to which the files of this step are written when it has completed. `{id}` is the id of the run. */
            output?: components["schemas"]["Output"];
            /** @description The names of its files: a template with `{name}` (without the template), `{index}`, `{date}`, `{step}` and `{ext}`. */
            outputName?: string;
            /** @description The index of this step in the saved recipe, from which it keeps write-only options that are not given again. */
            previousIndex?: number;
            /** @description Only files that match all of it are used; others are skipped. */
            when?: components["schemas"]["StepCondition"];
        };
        ChangedWebhook: {
            /** @description The purpose of the webhook. */
            description?: string;
            /** @description The types of events sent to it; `["all"]` includes those of later versions. */
            events?: ("job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed" | "all")[];
            /** @description http or https. */
            url?: string;
        };
        ComparedFile: {
            /** @enum {string} */
            by: "text" | "pixels" | "bytes";
            bytes?: {
                /** @description The size of the new file. */
                actual: number;
                /** @description The size of the accepted file. */
                expected: number;
                /** @description The position of the first byte that differs, from 0. */
                first: number;
            };
            /** @description Whether more differs than the tolerance allows. */
            different: boolean;
            filename: string;
            /** @description The number of the file in the result, from 0. */
            index: number;
            /** @description The first lines that differ, cut to 200 characters. */
            lines?: {
                actual?: string;
                expected?: string;
                /** @description Its number in the file that has it, from 1. */
                line: number;
            }[];
            /** @description The first pages or frames that differ, with the share of pixels. */
            pages?: {
                page: number;
                share: number;
            }[];
            /**
             * @description Why it was not compared: it is missing, was not expected, or has another format.
             * @enum {string}
             */
            reason?: "missing" | "added" | "format";
            /** @description The share of lines, pixels or bytes that differ. */
            share: number;
            /** @description The share of lines, pixels or bytes that may differ, from 0 to 1. */
            tolerance: number;
        };
        Connection: {
            /** @description S3: the id of the access key. */
            accessKeyId?: string;
            /** @description S3: the bucket. */
            bucket?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description SFTP: the fingerprint of the key of the server, like `SHA256:…`, as `ssh-keygen -l` shows it. A server with another key is refused. */
            hostKey?: string;
            id: string;
            /**
             * @description s3: a bucket of an S3-compatible store. webdav: a folder of a WebDAV server. sftp: a folder of an SFTP server. http: an address that takes files by PUT. folder: a folder of the machine.
             * @enum {string}
             */
            kind: "s3" | "webdav" | "sftp" | "http" | "folder";
            name: string;
            /** @description Folder: its path on the machine, within one that the operator lists in CONNECTION_FOLDERS. */
            path?: string;
            /** @description S3: the region, `us-east-1` if left out. */
            region?: string;
            /** Format: date-time */
            testedAt: string;
            /** @description S3: the endpoint. WebDAV, SFTP and HTTP: the address below which the files are, such as `sftp://files.example.org:22/inbox`. */
            url?: string;
            /** @description WebDAV, SFTP and HTTP: the user name. */
            username?: string;
        };
        ConnectionChange: {
            /** @description S3: the id of the access key. */
            accessKeyId?: string;
            /** @description S3: the bucket. */
            bucket?: string;
            /** @description SFTP: the fingerprint of the key of the server, like `SHA256:…`, as `ssh-keygen -l` shows it. A server with another key is refused. */
            hostKey?: string;
            /** @description A name by which jobs refer to it: letters, digits, spaces, dots, underscores and hyphens. */
            name?: string;
            /** @description SFTP: the passphrase of the private key. It is stored encrypted and never shown. */
            passphrase?: string;
            /** @description WebDAV, SFTP and HTTP: the password. It is stored encrypted and never shown. */
            password?: string;
            /** @description Folder: its path on the machine, within one that the operator lists in CONNECTION_FOLDERS. */
            path?: string;
            /** @description SFTP: a private key in OpenSSH or PEM format instead of a password. It is stored encrypted and never shown. */
            privateKey?: string;
            /** @description S3: the region, `us-east-1` if left out. */
            region?: string;
            /** @description S3: the secret access key. It is stored encrypted and never shown. */
            secretAccessKey?: string;
            /** @description HTTP: a bearer token instead of a password. It is stored encrypted and never shown. */
            token?: string;
            /** @description S3: the endpoint. WebDAV, SFTP and HTTP: the address below which the files are, such as `sftp://files.example.org:22/inbox`. */
            url?: string;
            /** @description WebDAV, SFTP and HTTP: the user name. */
            username?: string;
        };
        ConnectionFile: {
            /** @description The id or the name of a connection. */
            connection: string;
            /** @description The path of the file there, with slashes: no leading slash, no empty parts, no `.` or `..`. */
            key: string;
        };
        ConnectionFiles: {
            /** @description The id or the name of a connection. */
            connection: string;
            /**
             * @description The pattern that the rest of the key must match: `*` stands for any part of a name, `?` for one character, `**` for any folders, such as `**\/*.pdf`.
             * @default **
             */
            pattern?: string;
            /**
             * @description What the keys of the files begin with, such as `scans/2026/`.
             * @default
             */
            prefix?: string;
        };
        ConnectionList: {
            connections: components["schemas"]["Connection"][];
        };
        CreatedJob: {
            /** @description The batch that created it. */
            batchId?: string;
            callbackUrl?: string;
            /**
             * Format: date-time
             * @description When the job ended, in whatever state.
             */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            credits: number;
            deleteAfterDownload?: boolean;
            /** @description Legacy text of a failed job. Never parse it. */
            error?: string;
            /**
             * Format: date-time
             * @description When its files are deleted.
             */
            expiresAt?: string;
            failure?: components["schemas"]["JobFailure"];
            id: string;
            inputCount: number;
            inputs: components["schemas"]["JobInput"][];
            jobId: string;
            metadata: {
                [key: string]: string;
            };
            options: {
                [key: string]: unknown;
            };
            /** @description Where the result is also written: the id of a connection, and the template of a key. */
            output?: {
                connection: string;
                key: string;
            };
            progress: number;
            /** Format: date-time */
            queuedAt?: string;
            result?: components["schemas"]["Result"];
            retentionHours?: number;
            /** @enum {string} */
            source: "api" | "recipe" | "workspace";
            /** Format: date-time */
            startedAt?: string;
            /** @description Why a job with `autoStart` did not start when its last input arrived. It can be started by `POST /jobs/{id}/start`. */
            startRefused?: components["schemas"]["StartRefusal"];
            /** @enum {string} */
            status: "pending" | "uploading" | "queued" | "processing" | "completed" | "failed" | "canceled" | "expired";
            type: string;
            upload?: components["schemas"]["Upload"];
            /** @description Valid upload URLs until the job is started, for callers who may write jobs. */
            uploads?: components["schemas"]["UploadTarget"][];
            uploadUrl?: string;
        };
        DeliveredFile: {
            /** Format: date-time */
            at: string;
            connection: string;
            fileIndex: number;
            key: string;
        };
        Delivery: {
            attempts: {
                /** @description The first 4 KiB of the response. */
                answer?: string;
                /** Format: date-time */
                at: string;
                durationMs: number;
                error?: string;
                /** Format: date-time */
                nextAt?: string;
                number: number;
                /** @description The `webhook-signature` that was sent; its `webhook-timestamp` is `at`. */
                signature?: string;
                /** @description The status of the response, if there was one. */
                status?: number;
            }[];
            batchId?: string;
            /** @description The body, only for a single delivery; the same on every attempt. */
            body?: string;
            /** @description Where it is sent, if it is the callback of a job or run. `webhookId` then stands for all callbacks of the workspace. */
            callbackUrl?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt?: string;
            eventId: string;
            jobId?: string;
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            nextAt?: string;
            runId?: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description The name of the job's first file, or of the run's recipe. */
            subject?: string;
            /** @enum {string} */
            type: "job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed" | "webhook.test";
            webhookId: string;
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            nextCursor: string | null;
        };
        DocumentConvertOptions: {
            /**
             * Attachments
             * @description Also output a message's attachments as files.
             */
            attachments?: boolean;
            /**
             * Compression
             * @description The compression of the Parquet file. By default zstd.
             * @enum {string}
             */
            compression?: "snappy" | "zstd" | "gzip" | "none";
            /**
             * Date format
             * @description The format of dates, such as "yyyy-MM-dd HH:mm". At most 40 characters; ISO 8601 by default.
             */
            dateFormat?: string;
            /**
             * Delimiter
             * @description The character that separates fields in CSV output, or in the input if the output is not CSV. Quotes and line breaks are not allowed.
             */
            delimiter?: string;
            /**
             * Resolution (dpi)
             * @description The resolution of page images. By default 150.
             */
            dpi?: number;
            /**
             * Embed images
             * @description False is the same as `images: "files"`, true as `images: "embed"`.
             */
            embedImages?: boolean;
            /**
             * Encoding
             * @description The character encoding of text output (utf-8 by default), or of the input if the output is not text (detected by default).
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-1" | "iso-8859-2" | "iso-8859-15" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | "koi8-r";
            /**
             * Engine
             * @description The program that renders the page. `auto` (the default) uses Chromium for HTML input if it is installed, and otherwise WeasyPrint, which runs no scripts.
             * @enum {string}
             */
            engine?: "auto" | "chromium" | "weasyprint";
            /**
             * Escape formulas
             * @description Put an apostrophe before text that a spreadsheet would run as a formula.
             */
            escapeFormulas?: boolean;
            /**
             * Bookmarks for headings
             * @description Add a bookmark for each heading. Defaults to true.
             */
            exportBookmarks?: boolean;
            /**
             * Flatten
             * @description Turn nested objects into columns such as a.b. Lists become JSON text.
             */
            flatten?: boolean;
            /**
             * Formulas
             * @description Keep formulas, or replace them with their last calculated values (the default).
             * @enum {string}
             */
            formulas?: "values" | "keep";
            /**
             * First row has names
             * @description Treat the first row as the names of the columns. Defaults to true.
             */
            header?: boolean;
            /**
             * Images
             * @description Images in an HTML or Markdown result: embedded in it (`embed`, the default), beside it in a zip (`files`), or left out (`none`).
             * @enum {string}
             */
            images?: "embed" | "files" | "none";
            /**
             * Languages
             * @description The languages of text in pictures, the main one first. They are names of Tesseract models (`eng`, `deu`, `chi_sim`). Defaults to eng.
             * @example [
             *       "eng",
             *       "deu"
             *     ]
             */
            languages?: string[];
            /**
             * Layout
             * @description How the text of a PDF is arranged: in reading order (`plain`, the default), or as on the page (`layout`).
             * @enum {string}
             */
            layout?: "plain" | "layout";
            /**
             * Margins
             * @description Page margins in millimetres: one for all sides, or each of the four.
             */
            margins?: number | {
                /** Bottom */
                bottom: number;
                /** Left */
                left: number;
                /** Right */
                right: number;
                /** Top */
                top: number;
            };
            /**
             * Text for null
             * @description The text that stands for a missing value in CSV input and output. Defaults to an empty field.
             */
            nullValue?: string;
            /**
             * Text recognition (OCR)
             * @description Text recognition in scanned PDFs: `auto` (the default) reads pages without text of their own if text recognition is installed, `always` reads all pages, `never` none.
             * @enum {string}
             */
            ocr?: "auto" | "never" | "always";
            /**
             * Orientation
             * @description The direction of the paper.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /**
             * Output format
             * @description The format to convert to.
             * @enum {string}
             */
            outputFormat: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf" | "docx" | "doc" | "odt" | "rtf" | "txt" | "md" | "html" | "epub" | "cbz" | "pptx" | "ppt" | "odp" | "tex" | "rst" | "adoc" | "org" | "mediawiki" | "docbook" | "ipynb" | "eml" | "xlsx" | "xls" | "ods" | "csv" | "tsv" | "json" | "ndjson" | "yaml" | "toml" | "xml" | "parquet" | "arrow" | "avro" | "sql";
            /**
             * Pages
             * @description Only these pages. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Page size
             * @description The paper size. Defaults to the document's own, or a4 if it has none.
             * @enum {string}
             */
            pageSize?: "a3" | "a4" | "a5" | "letter" | "legal";
            /**
             * Password
             * @description The password that opens an encrypted input.
             */
            password?: string;
            /**
             * Archival PDF (PDF/A)
             * @description Write an archival PDF (PDF/A-2b).
             */
            pdfa?: boolean;
            /**
             * Accessible PDF (PDF/UA)
             * @description Mark headings, lists and tables of office documents for screen readers (PDF/UA-1).
             */
            pdfua?: boolean;
            /**
             * Indented
             * @description Indent the output. Defaults to true for json and xml.
             */
            pretty?: boolean;
            /**
             * Quality
             * @description The quality of page images in jpeg, webp and avif. By default 90.
             */
            quality?: number;
            /**
             * Root element
             * @description The name of the outermost element. By default "root".
             */
            rootElement?: string;
            /**
             * Row element
             * @description The name of the element of each row. By default "row".
             */
            rowElement?: string;
            /**
             * Sheet
             * @description The sheet, by its name or its position (from 1), or "all". Defaults to all in a PDF or pictures of pages, otherwise to the first visible sheet.
             */
            sheet?: string | number;
            /**
             * Table name
             * @description The name of the table in SQL: letters, digits and underscores. By default the name of the file.
             */
            table?: string;
            /**
             * Table of contents
             * @description Add a table of contents at the beginning.
             */
            toc?: boolean;
            /**
             * Width (pixels)
             * @description The width of page images in pixels, instead of `dpi`. The height follows from the page.
             */
            width?: number;
        };
        DocumentExtractOptions: {
            /**
             * Chunk by
             * @description The unit of `chunkSize`: tokens, estimated (the default), or characters.
             */
            chunkBy?: "tokens" | "characters";
            /**
             * Chunk size
             * @description The largest size of a chunk. By default 500.
             */
            chunkSize?: number;
            /**
             * Figures
             * @description `files`: also write each figure of a PDF as an image file. By default none.
             */
            figures?: "none" | "files";
            /**
             * Images
             * @description `none`: Markdown and chunks without images, as when left out. `figures` writes those of a PDF as files.
             * @enum {string}
             */
            images?: "none";
            /**
             * Languages
             * @description The languages of scanned pages, the main one first. By default `eng`.
             * @example [
             *       "eng",
             *       "deu"
             *     ]
             */
            languages?: string[];
            /**
             * Text recognition (OCR)
             * @description Text recognition: `auto` (the default) for pages without text, `never`, or `always` for all pages.
             */
            ocr?: "auto" | "never" | "always";
            /**
             * Output format
             * @description `md`: Markdown. `json`: all blocks with pages and boxes. `jsonl`: chunks, one per line.
             */
            outputFormat: "md" | "json" | "jsonl";
            /**
             * Pages
             * @description The pages of a PDF to read. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Running heads
             * @description Running headers and footers, page and line numbers and stamps in Markdown and chunks: omitted (the default) or kept. JSON always contains them, marked.
             */
            runningHeads?: "drop" | "keep";
            /**
             * Tables
             * @description Tables in Markdown and chunks: `auto` (the default) uses pipes where they can express the table and HTML otherwise.
             */
            tables?: "auto" | "pipe" | "html";
        };
        Error: {
            /**
             * @description The stable code to branch on.
             * @enum {string}
             */
            code: "validation_failed" | "invalid_file_type" | "invalid_state" | "unauthorized" | "forbidden" | "feature_not_available" | "invalid_signature" | "job_not_found" | "recipe_not_found" | "run_not_found" | "batch_not_found" | "artifact_not_found" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "job_not_startable" | "upload_conflict" | "precondition_failed" | "file_too_large" | "batch_too_large" | "request_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "processing_failed" | "rate_limited" | "quota_exceeded" | "refresh_failed" | "internal_error" | "unavailable" | "not_done_yet";
            /** @description The invalid fields. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description Fixed text for people. Never branch on it. */
            error: string;
            failure?: components["schemas"]["JobFailure"];
            /** @description The job that was created. */
            jobId?: string;
            /** @description The limit that was exceeded. */
            limit?: number;
            /** @description What happened, in a sentence. */
            message?: string;
            /** @description Indexes of inputs that were not uploaded. */
            missingUploads?: number[];
            /** @enum {string} */
            quotaKey?: "operations" | "operations_daily" | "ai_credits" | "storage_bytes" | "queued_jobs";
            requestId: string;
            /** Format: date-time */
            resetsAt?: string;
            /** @description Seconds to wait. */
            retryAfter?: number;
            /** @description The run that was created. */
            runId?: string;
        };
        ErrorDetail: {
            message: string;
            path: string;
        };
        Estimate: {
            /** @description Whether `POST /jobs` with the same body would be accepted. */
            accepted: boolean;
            /** @description The AI credits that it would cost at least. */
            credits: number;
            /** @description The engines and models that would run, with their versions here. */
            engines: {
                name: string;
                version: string;
            }[];
            /** @description The expected run time without waiting, from similar jobs of this installation. Left out where there are too few. */
            expectedMs?: number;
            /** @description The operations that the job would count. */
            operations: number;
            /** @description Why the job would be refused, or what the estimate cannot know. */
            warnings: components["schemas"]["EstimateWarning"][];
        };
        EstimateWarning: {
            /** @description An error code such as `validation_failed` or `quota_exceeded`, if the job would be refused; `credits_by_size` if the price depends on the content. */
            code: string;
            message: string;
            /** @description The field concerned, such as `options.pages`. */
            path?: string;
        };
        Event: {
            /** @description The job, run or batch as it was, without signed URLs: as `GET /jobs/:id`, `GET /recipe-runs/:id` or `GET /batches/:id` shows it, with the first 20 files. Of a golden file: `recipeId`, `recipeVersion`, `name` and `message`. */
            data: components["schemas"]["EventData"];
            /** @description The same as `webhook-id`. */
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed";
        };
        EventData: {
            /** @description The number of files, even if not all are listed. */
            fileCount: number;
            /** @description The id of the job, run, batch or golden file. */
            id: string;
            status: string;
            /** @description Present if something was omitted to keep the event small. Fetch the job or run for all of it. */
            truncated?: boolean;
        } & {
            [key: string]: unknown;
        };
        EventList: {
            events: components["schemas"]["Event"][];
            /** @description The value of `after` for the next page; null if there are no more yet. */
            nextCursor: string | null;
        };
        FileCompareOptions: {
            /**
             * Compare
             * @description `text`: compare lines of text. `pixels`: compare how images and PDF pages look. `bytes`: compare the files as they are. By default text if a document has any, pixels for images and PDF files without text, and bytes for everything else.
             */
            by?: "text" | "pixels" | "bytes";
            /**
             * Expected files
             * @description How many of the files, counted from the last, are expected ones. The files before them are compared with them in their order.
             * @default 1
             */
            expected?: number;
            /**
             * Tolerance
             * @description The share of lines, pixels or bytes that may differ, from 0 to 1. By default 0.001 for pixels, and otherwise 0.
             */
            tolerance?: number;
        };
        FileList: {
            files: components["schemas"]["ResultFile"][];
            nextCursor: string | null;
        };
        FontConvertOptions: {
            /**
             * Output format
             * @description The format to convert to. A ttf has TrueType outlines, an otf PostScript outlines.
             */
            outputFormat: "ttf" | "otf" | "woff" | "woff2";
            /**
             * Text
             * @description Keep only the characters of this text.
             */
            text?: string;
            /**
             * Code points
             * @description Keep only these code points and ranges, in the syntax of `unicode-range` in CSS.
             * @example U+0000-00FF,U+20AC
             */
            unicodes?: string;
        };
        GoldenCheck: {
            /** @description The new result. Not in lists, and kept as long as results of the workspace are. */
            actual?: components["schemas"]["ResultFile"][];
            /** Format: date-time */
            completedAt?: string;
            /** @description The files that differ. Not in lists, and kept as long as results of the workspace are. */
            differences?: components["schemas"]["ComparedFile"][];
            /** @description The engines that made the new result. */
            engines?: {
                name: string;
                version: string;
            }[];
            /** @description What differs, or why the check failed. */
            message?: string;
            /** @description The version of the recipe that was checked. */
            recipeVersion: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * @description `different`: the result differs by more than the tolerance. `failed`: there is no result to compare.
             * @enum {string}
             */
            status: "pending" | "passed" | "different" | "failed";
        };
        GoldenCompare: {
            /**
             * @description `text` compares lines of text, `pixels` how images and pages look, `bytes` the files as they are. By default text if a document has any, pixels for images and pages without text, and bytes for everything else.
             * @enum {string}
             */
            by?: "text" | "pixels" | "bytes";
            /** @description The share of lines, pixels or bytes that may differ, from 0 to 1. By default 0.001 for pixels, and otherwise 0. */
            tolerance?: number;
        };
        GoldenFile: {
            /** Format: date-time */
            acceptedAt: string;
            /** @description The last check. */
            check?: components["schemas"]["GoldenCheck"];
            /** @description How new results are compared with the accepted one. */
            compare: components["schemas"]["GoldenCompare"];
            /** Format: date-time */
            createdAt: string;
            /** @description The engines that made the accepted result. */
            engines: {
                name: string;
                version: string;
            }[];
            /** @description The accepted result. Not in lists. */
            expected?: components["schemas"]["ResultFile"][];
            id: string;
            /** @description The input. Not in lists. */
            input?: components["schemas"]["ResultFile"];
            name: string;
            recipeId: string;
            /** @description The version of the recipe that made the accepted result. */
            recipeVersion?: number;
        };
        GoldenFileList: {
            goldenFiles: components["schemas"]["GoldenFile"][];
        };
        HtmlToImageOptions: {
            /**
             * Colours
             * @description The colour scheme to show, if the page has a light and a dark one.
             * @enum {string}
             */
            colorScheme?: "light" | "dark";
            /**
             * Cookies
             * @description For an address: cookies of its host, by their names.
             * @example {
             *       "session": "d1c2…"
             *     }
             */
            cookies?: {
                [key: string]: string;
            };
            /**
             * Scale
             * @description Image pixels for each CSS pixel; 2 for high-resolution displays.
             * @default 1
             */
            deviceScale?: number;
            /**
             * Fail if files are missing
             * @description Fail if a file of the page cannot be loaded, instead of listing it in the result.
             */
            failOnMissingResources?: boolean;
            /**
             * Fail on script errors
             * @description Fail if a script of the page throws an error that it does not catch.
             */
            failOnScriptErrors?: boolean;
            /**
             * Whole page
             * @description Capture the whole page, not only the part that fits in the window. Defaults to true.
             */
            fullPage?: boolean;
            /**
             * Request headers
             * @description For an address: headers that are sent with each request to its origin (scheme, host and port), and to no other.
             * @example {
             *       "Authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Height
             * @description Height of the window in CSS pixels. With `fullPage` the image is as high as the page.
             * @default 800
             */
            height?: number;
            /**
             * Styles
             * @description Which of the page's styles apply: those for the screen, or those for printing.
             * @default screen
             */
            media?: "screen" | "print";
            /**
             * Output format
             * @description The format of the image.
             * @default png
             */
            outputFormat?: "png" | "jpeg" | "webp";
            /**
             * Quality
             * @description The quality of a JPEG or WebP image. Defaults to 90.
             */
            quality?: number;
            /**
             * Reduced motion
             * @description Ask the page to avoid animations.
             */
            reducedMotion?: boolean;
            /**
             * Element
             * @description A CSS selector. The image shows only the first element that matches it.
             * @example #invoice
             */
            selector?: string;
            /**
             * Transparent
             * @description Keep the background transparent where the page has none, in png and webp.
             * @default false
             */
            transparent?: boolean;
            /**
             * Wait for element
             * @description A CSS selector. The page is ready when an element matches it, at most 15 seconds after loading.
             * @example #chart svg
             */
            waitFor?: string;
            /**
             * Wait for expression
             * @description A JavaScript expression, evaluated in the page. The page is ready when it is true, or a promise of true, at most 15 seconds after loading.
             * @example window.status === 'ready'
             */
            waitForExpression?: string;
            /**
             * Wait (ms)
             * @description Milliseconds to wait after the page is ready.
             */
            waitMs?: number;
            /**
             * Width
             * @description Width of the window in CSS pixels.
             * @default 1280
             */
            width?: number;
        };
        HtmlToPdfOptions: {
            /**
             * Background
             * @description Print background colours and pictures.
             * @default true
             */
            background?: boolean;
            /**
             * Colours
             * @description The colour scheme to show, if the page has a light and a dark one.
             * @enum {string}
             */
            colorScheme?: "light" | "dark";
            /**
             * Cookies
             * @description For an address: cookies of its host, by their names.
             * @example {
             *       "session": "d1c2…"
             *     }
             */
            cookies?: {
                [key: string]: string;
            };
            /**
             * Fail if files are missing
             * @description Fail if a file of the page cannot be loaded, instead of listing it in the result.
             */
            failOnMissingResources?: boolean;
            /**
             * Fail on script errors
             * @description Fail if a script of the page throws an error that it does not catch.
             */
            failOnScriptErrors?: boolean;
            /**
             * Footer
             * @description HTML for the bottom margin of every page. Elements with the classes `pageNumber`, `totalPages`, `title` and `date` are filled in.
             * @example <div style="text-align:center">Page <span class="pageNumber"></span></div>
             */
            footer?: string;
            /**
             * Header
             * @description HTML for the top margin of every page. Elements with the classes `pageNumber`, `totalPages`, `title` and `date` are filled in.
             * @example <div style="text-align:center">Page <span class="pageNumber"></span></div>
             */
            header?: string;
            /**
             * Request headers
             * @description For an address: headers that are sent with each request to its origin (scheme, host and port), and to no other.
             * @example {
             *       "Authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Run scripts
             * @description Run the scripts of the page, for at most 30 seconds.
             * @default true
             */
            javascript?: boolean;
            /**
             * Margins
             * @description Page margins in millimetres: one for all sides, or each of the four.
             */
            margins?: number | {
                /** Bottom */
                bottom: number;
                /** Left */
                left: number;
                /** Right */
                right: number;
                /** Top */
                top: number;
            };
            /**
             * Styles
             * @description Which of the page's styles apply: those for printing, or those for the screen.
             * @default print
             */
            media?: "print" | "screen";
            /**
             * Orientation
             * @description The direction of the paper.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /**
             * Bookmarks for headings
             * @description Add a bookmark for each heading.
             * @default true
             */
            outline?: boolean;
            /**
             * Pages
             * @description Only these pages. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Page size
             * @description The paper size. Defaults to the document's own, or a4 if it has none.
             * @enum {string}
             */
            pageSize?: "a3" | "a4" | "a5" | "letter" | "legal";
            /**
             * Reduced motion
             * @description Ask the page to avoid animations.
             */
            reducedMotion?: boolean;
            /**
             * Scale
             * @description The size of everything on the page; 0.5 is half.
             * @default 1
             */
            scale?: number;
            /**
             * One long page
             * @description Print everything on one page, as long as the content. It is wider than the paper if the content is.
             */
            singlePage?: boolean;
            /**
             * Tagged PDF
             * @description Mark headings, lists, tables and images for screen readers (tagged PDF).
             * @default true
             */
            tagged?: boolean;
            /**
             * Wait for element
             * @description A CSS selector. The page is ready when an element matches it, at most 15 seconds after loading.
             * @example #chart svg
             */
            waitFor?: string;
            /**
             * Wait for expression
             * @description A JavaScript expression, evaluated in the page. The page is ready when it is true, or a promise of true, at most 15 seconds after loading.
             * @example window.status === 'ready'
             */
            waitForExpression?: string;
            /**
             * Wait (ms)
             * @description Milliseconds to wait after the page is ready.
             */
            waitMs?: number;
        };
        ImageCompressOptions: {
            /**
             * Keep metadata
             * @description Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.
             * @default false
             */
            keepMetadata?: boolean;
            /**
             * Quality
             * @description From 1 (smallest) to 100 (best). Defaults to a quality with no difference visible at a glance; PNG, GIF and lossless WebP stay lossless.
             */
            quality?: number;
            /**
             * Maximum size
             * @description The best quality that fits into this many bytes, marked lossless: true if nothing was lost. If none fits, the smallest possible file, marked targetReached: false.
             */
            targetBytes?: number;
        };
        ImageConvertOptions: {
            /**
             * Keep the animation
             * @description Keep all frames of an animation if the output format supports them. If false, only the first frame is used.
             * @default true
             */
            animate?: boolean;
            /**
             * Background
             * @description The background for transparent areas. By default, transparency is kept, or replaced by white if the format has none. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
             */
            background?: string;
            /**
             * Resolution (dpi)
             * @description The resolution at which an SVG is rendered, in pixels per inch. At the default of 96, one CSS pixel is one pixel.
             */
            density?: number;
            /**
             * Keep metadata
             * @description Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.
             * @default false
             */
            keepMetadata?: boolean;
            /**
             * Lossless
             * @description Encode without loss, for webp, avif, jxl and pdf, which are lossy by default.
             */
            lossless?: boolean;
            /**
             * Output format
             * @description The format to convert to.
             * @enum {string}
             */
            outputFormat: "png" | "jpeg" | "webp" | "avif" | "gif" | "tiff" | "bmp" | "svg" | "ico" | "jxl" | "pdf";
            /**
             * Page
             * @description The number of one page of a TIFF, frame of an animation, size of an icon or image of a HEIC, counted from 1.
             */
            page?: number;
            /**
             * Quality
             * @description The quality of lossy output (jpeg, webp, avif, jxl, photos in pdf): 1 smallest, 100 best. Lossless formats ignore it. For svg, which is traced, it is the number of colours: 50 for 16 of them.
             */
            quality?: number;
        };
        ImageEditOptions: {
            /**
             * Keep the animation
             * @description Keep all frames of an animation if the output format supports them. If false, only the first frame is used.
             * @default true
             */
            animate?: boolean;
            /**
             * Background
             * @description The background for transparent areas of the result. By default white if the format has no transparency. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
             */
            background?: string;
            /**
             * Keep metadata
             * @description Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.
             * @default false
             */
            keepMetadata?: boolean;
            /**
             * Operations
             * @description The operations in the order in which they are applied.
             */
            operations: ({
                /**
                 * Height
                 * @description The height to keep.
                 */
                height: number;
                /**
                 * Left
                 * @description Pixels to cut off on the left. Defaults to 0.
                 */
                left?: number;
                /**
                 * Top
                 * @description Pixels to cut off at the top. Defaults to 0.
                 */
                top?: number;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "crop";
                /**
                 * Width
                 * @description The width to keep.
                 */
                width: number;
            } | {
                /**
                 * Angle
                 * @description Degrees clockwise.
                 * @example 90
                 */
                angle: number;
                /**
                 * Background
                 * @description The colour of the exposed corners. By default transparent if the format supports it, otherwise white. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
                 */
                background?: string;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "rotate";
            } | {
                /**
                 * Direction
                 * @description `horizontal` swaps left and right, `vertical` top and bottom.
                 * @default horizontal
                 * @enum {string}
                 */
                direction?: "horizontal" | "vertical";
                /**
                 * Type
                 * @enum {string}
                 */
                type: "flip";
            } | {
                /**
                 * Type
                 * @enum {string}
                 */
                type: "grayscale";
            } | {
                /**
                 * Sigma
                 * @description The radius of the blur in pixels.
                 * @default 3
                 */
                sigma?: number;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "blur";
            } | {
                /**
                 * Sigma
                 * @description The radius of the sharpening in pixels.
                 * @default 1
                 */
                sigma?: number;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "sharpen";
            } | {
                /**
                 * Colour
                 * @description The colour of the letters. By default white. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
                 */
                colour?: string;
                /**
                 * Opacity
                 * @description The opacity, from barely visible to solid.
                 * @default 0.6
                 */
                opacity?: number;
                /**
                 * Position
                 * @description The position of the text.
                 * @default bottom-right
                 * @enum {string}
                 */
                position?: "top-left" | "top" | "top-right" | "left" | "center" | "right" | "bottom-left" | "bottom" | "bottom-right";
                /**
                 * Size
                 * @description The height of the letters in pixels. By default a twentieth of the shorter side.
                 */
                size?: number;
                /**
                 * Text
                 * @description The text of the watermark. Line breaks are kept; other control characters are refused.
                 */
                text: string;
                /**
                 * Tile
                 * @description Repeat the text all over the picture.
                 * @default false
                 */
                tile?: boolean;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "watermark";
            } | {
                /**
                 * Colour
                 * @description The colour of the border. By default black. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
                 */
                colour?: string;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "border";
                /**
                 * Width
                 * @description Pixels added on each side.
                 * @example 20
                 */
                width: number;
            } | {
                /**
                 * Threshold
                 * @description The largest difference from the corner's colour that is still trimmed.
                 * @default 10
                 */
                threshold?: number;
                /**
                 * Type
                 * @enum {string}
                 */
                type: "trim";
            })[];
            /**
             * Output format
             * @description The output format. By default the input's; formats that cannot be written become png, or jpeg for photos.
             * @enum {string}
             */
            outputFormat?: "png" | "jpeg" | "webp" | "avif" | "gif" | "tiff" | "bmp" | "svg" | "ico" | "jxl" | "pdf";
            /**
             * Quality
             * @description The quality of lossy output (jpeg, webp, avif, jxl, photos in pdf): 1 smallest, 100 best. Lossless formats ignore it. For svg, which is traced, it is the number of colours: 50 for 16 of them.
             */
            quality?: number;
        };
        ImageFaviconOptions: {
            /**
             * Background
             * @description The background of icons that must not be transparent, on phones. By default white. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
             */
            background?: string;
            /**
             * Name
             * @description The name of the site in the web manifest. By default the name of the file.
             */
            name?: string;
            /**
             * Theme colour
             * @description The colour of the browser around the site. By default white. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
             */
            themeColor?: string;
        };
        ImageResizeOptions: {
            /**
             * Keep the animation
             * @description Keep all frames of an animation if the output format supports them. If false, only the first frame is used.
             * @default true
             */
            animate?: boolean;
            /**
             * Background
             * @description The colour of the bars of contain and of transparent areas between them; otherwise of transparent areas if the format has no transparency. By default transparent if the format supports it, otherwise white. #rgb, #rrggbb or #rrggbbaa, or a basic colour name.
             */
            background?: string;
            /**
             * Fit
             * @description How the image fits if both width and height are given. inside: as large as fits; outside: as small as covers them; contain: fits, with bars around it; cover: covers them, cropped; fill: stretched.
             * @default inside
             * @enum {string}
             */
            fit?: "contain" | "cover" | "fill" | "inside" | "outside";
            /**
             * Height
             * @description The height in pixels. Calculated from the width if left out.
             */
            height?: number;
            /**
             * Keep metadata
             * @description Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.
             * @default false
             */
            keepMetadata?: boolean;
            /**
             * Do not enlarge
             * @description Leave smaller images unchanged.
             * @default false
             */
            noEnlarge?: boolean;
            /**
             * Output format
             * @description The output format. By default the input's; SVG becomes png and HEIC jpeg.
             * @enum {string}
             */
            outputFormat?: "png" | "jpeg" | "webp" | "avif" | "gif" | "tiff" | "bmp" | "svg" | "ico" | "jxl" | "pdf";
            /**
             * Quality
             * @description The quality of lossy output (jpeg, webp, avif, jxl, photos in pdf): 1 smallest, 100 best. Lossless formats ignore it. For svg, which is traced, it is the number of colours: 50 for 16 of them.
             */
            quality?: number;
            /**
             * Width
             * @description The width in pixels. Calculated from the height if left out.
             */
            width?: number;
        };
        ImageUpscaleOptions: {
            /**
             * Keep metadata
             * @description Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.
             * @default false
             */
            keepMetadata?: boolean;
            /**
             * Model
             * @description `fast`, `balanced` or `best` (many times slower), or the name of a model added to this installation, such as `restore`.
             * @default balanced
             */
            model?: string;
            /**
             * Output format
             * @description The output format. By default, the format of the input.
             * @enum {string}
             */
            outputFormat?: "png" | "jpeg" | "webp" | "avif" | "tiff";
            /**
             * Quality
             * @description The quality of lossy output (jpeg, webp, avif, jxl, photos in pdf): 1 smallest, 100 best. Lossless formats ignore it. For svg, which is traced, it is the number of colours: 50 for 16 of them.
             */
            quality?: number;
            /**
             * Scale
             * @description How many times as wide and as high the result is.
             * @default 2
             */
            scale?: 2 | 3 | 4;
        };
        InputFetch: {
            failedAttempts: number;
            /**
             * Format: date-time
             * @description When a failed attempt is repeated.
             */
            nextAttemptAt?: string;
            /** @enum {string} */
            status: "waiting" | "done" | "failed";
        };
        InputRole: {
            /** @description The formats it may have. */
            formats: string[];
            /** @description Whether all further files have this role. */
            many: boolean;
            name: string;
            optional: boolean;
            /** @description Its file is needed if these options have one of these values, and refused otherwise. */
            shownWhen?: {
                [key: string]: (string | number | boolean)[];
            };
            title: string;
        };
        Job: {
            /** @description The batch that created it. */
            batchId?: string;
            callbackUrl?: string;
            /**
             * Format: date-time
             * @description When the job ended, in whatever state.
             */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            credits: number;
            deleteAfterDownload?: boolean;
            /** @description Legacy text of a failed job. Never parse it. */
            error?: string;
            /**
             * Format: date-time
             * @description When its files are deleted.
             */
            expiresAt?: string;
            failure?: components["schemas"]["JobFailure"];
            id: string;
            inputCount: number;
            inputs: components["schemas"]["JobInput"][];
            metadata: {
                [key: string]: string;
            };
            options: {
                [key: string]: unknown;
            };
            /** @description Where the result is also written: the id of a connection, and the template of a key. */
            output?: {
                connection: string;
                key: string;
            };
            progress: number;
            /** Format: date-time */
            queuedAt?: string;
            result?: components["schemas"]["Result"];
            retentionHours?: number;
            /** @enum {string} */
            source: "api" | "recipe" | "workspace";
            /** Format: date-time */
            startedAt?: string;
            /** @description Why a job with `autoStart` did not start when its last input arrived. It can be started by `POST /jobs/{id}/start`. */
            startRefused?: components["schemas"]["StartRefusal"];
            /** @enum {string} */
            status: "pending" | "uploading" | "queued" | "processing" | "completed" | "failed" | "canceled" | "expired";
            type: string;
            /** @description Valid upload URLs until the job is started, for callers who may write jobs. */
            uploads?: components["schemas"]["UploadTarget"][];
        };
        JobFailure: {
            /** @enum {string} */
            code: "processing_failed";
            /**
             * Format: uuid
             * @description Give this to support.
             */
            diagnosticId: string;
            /** @description What is wrong and what to do, in a sentence of a fixed catalogue, with nothing in it but your own option values. */
            message?: string;
            /** @description The path of the option concerned, such as `options.pages`. */
            option?: string;
            /** @enum {string} */
            reason?: "input_unreachable" | "unreadable_input" | "password_required" | "wrong_password" | "option_mismatch" | "not_representable" | "unsupported_content" | "language_not_supported" | "limit_exceeded" | "timeout" | "engine_error";
        };
        JobInput: {
            artifactId?: string;
            contentType: string;
            /** @description How far an input is that the service fetches itself. */
            fetch?: components["schemas"]["InputFetch"];
            filename: string;
            /** @description Bytes; 0 for a file that is fetched, until it has arrived. */
            fileSize: number;
            index: number;
            /** @description Its role, if the job type has roles. */
            role?: string;
            sha256?: string;
            uploaded: boolean;
        };
        JobList: {
            jobs: components["schemas"]["ListedJob"][];
            nextCursor: string | null;
        };
        JobTypeList: {
            jobTypes: components["schemas"]["ListedJobType"][];
        };
        ListedJob: {
            /** @description The batch that created it. */
            batchId?: string;
            callbackUrl?: string;
            /**
             * Format: date-time
             * @description When the job ended, in whatever state.
             */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            credits: number;
            deleteAfterDownload?: boolean;
            /** @description Legacy text of a failed job. Never parse it. */
            error?: string;
            /**
             * Format: date-time
             * @description When its files are deleted.
             */
            expiresAt?: string;
            failure?: components["schemas"]["JobFailure"];
            id: string;
            inputCount: number;
            inputs: components["schemas"]["JobInput"][];
            metadata: {
                [key: string]: string;
            };
            options: {
                [key: string]: unknown;
            };
            /** @description Where the result is also written: the id of a connection, and the template of a key. */
            output?: {
                connection: string;
                key: string;
            };
            progress: number;
            /** Format: date-time */
            queuedAt?: string;
            result?: {
                /** @description The URL of a zip of all files, if there are several. */
                archiveUrl?: string;
                /** @description The files that were written to the connection that `output` names; the first hundred. */
                delivered?: components["schemas"]["DeliveredFile"][];
                /** @description How far the result is on its way to the connection that `output` names. */
                delivery?: components["schemas"]["OutputDelivery"];
                /** @description The URL of the first file. */
                downloadUrl?: string;
                durationMs: number;
                engines: {
                    name: string;
                    version: string;
                }[];
                /** @description The number of files. `GET /jobs/:id/files` lists them all. */
                fileCount: number;
                /** @description The earlier job whose result this is, if the job was created with `reuse`. */
                reusedFrom?: string;
                /** @description Ways in which the result is less than you may expect. */
                warnings?: components["schemas"]["ResultWarning"][];
            };
            retentionHours?: number;
            /** @enum {string} */
            source: "api" | "recipe" | "workspace";
            /** Format: date-time */
            startedAt?: string;
            /** @description Why a job with `autoStart` did not start when its last input arrived. It can be started by `POST /jobs/{id}/start`. */
            startRefused?: components["schemas"]["StartRefusal"];
            /** @enum {string} */
            status: "pending" | "uploading" | "queued" | "processing" | "completed" | "failed" | "canceled" | "expired";
            type: string;
            /** @description Valid upload URLs until the job is started, for callers who may write jobs. */
            uploads?: components["schemas"]["UploadTarget"][];
        };
        ListedJobType: {
            accepts: {
                extensions: string[];
                format: string;
                mediaTypes: string[];
            }[];
            /** @description Whether this installation can run it, if only for some formats. */
            available: boolean;
            /** @description The values that this installation offers for an option, such as languages or models. */
            choices?: {
                [key: string]: string[];
            };
            /** @description For every accepted format, the formats it can be converted to. */
            conversions: {
                [key: string]: string[];
            };
            /**
             * @description Present if `POST /convert` may choose it: `format` converts the content itself, `motion` a video, `words` the text in it, preferred in this order. If several fit, the one that accepts the fewest formats is chosen.
             * @enum {string}
             */
            converts?: "format" | "motion" | "words";
            /** @description The price of a job in AI credits. Absent if it is free. */
            credits?: {
                /** @description Credits for each started `size`; a job costs at least 1. */
                amount: number;
                /** @description The number of units. */
                size: number;
                /** @enum {string} */
                unit: "minute" | "megapixel";
            };
            /** @description An endpoint that creates it besides `POST /jobs`: `POST /<endpoint>`. */
            endpoint?: string;
            /** @description The title of its first family. */
            family: string;
            /** @description Whether nothing may follow it in a recipe. */
            finalStepOnly: boolean;
            /** @description The heading under which the workspace offers it. */
            heading: {
                /** @description Headings of a lower rank come first. */
                rank: number;
                title: string;
            };
            id: string;
            /** @enum {string} */
            inputs: "one" | "many";
            /** @description The missing engines that are being installed. */
            installing?: string[];
            /** @description Missing engines, and missing models as model:<name>. */
            missing?: string[];
            /** @description Options of which one must be given. A request without it is refused. */
            needs: components["schemas"]["OptionNeed"][];
            /** @description The actions offered for a file: one, or one per output format. */
            offers: {
                /** @description Whether it has required options besides those set by this choice. */
                needsOptions: boolean;
                note?: string;
                /** @description The options set by this choice. */
                options: {
                    [key: string]: string;
                };
                /** @description The output format of this choice. */
                output?: string;
                /** @description The formats of files for which it is suggested, with its rank. Offers of a lower rank come first. */
                suggestedFor?: {
                    [key: string]: number;
                };
                /** @description By default the name of the format. */
                title?: string;
            }[];
            /** @description Whether it is useful for a file that already has the output format. */
            offersSameFormat: boolean;
            /** @description The JSON Schema of its options. Each has a `title` and a `description`; `x-group` names those that belong together in a form. For forms, an option may also have a short `x-help`, `x-labels` of its values, the value `x-default` that applies if it is left out, and `x-shown-when` (values of other options, or of the format as `input`, without which it has no effect). `x-ways` lists ways to use the job type, each with its `options`, which exclude those of the other ways, and what choosing it `sets`. */
            options: unknown;
            /**
             * @description The number of output files; `depends` on the formats and options.
             * @enum {string}
             */
            outputs: "one" | "many" | "depends";
            /**
             * @description How the workspace shows its result before the job: the picture itself, the pages that it changes, or the fields of a form. Absent if there is no preview.
             * @enum {string}
             */
            preview?: "picture" | "pages" | "fields";
            /** @description Whether it is meant for damaged files, which other job types may not be able to read. */
            repairs: boolean;
            /** @description The roles of its files, in order. Without roles, all files are alike. */
            roles?: components["schemas"]["InputRole"][];
            /**
             * @description `ready`: everything it needs is here. `installing`: set-up is still installing engines; requests that need them are answered 503 with `Retry-After`. `missing`: some of what it needs is not installed.
             * @enum {string}
             */
            state: "ready" | "installing" | "missing";
            /** @description Whether `GET /jobs/:id/events` sends its text while it works. */
            streamsText: boolean;
            summary: string;
            /** @description The families it belongs to, by their ids in plans and recipes. */
            tabs: string[];
            title: string;
            /** @description Its short names. Without them, it is run by its id. */
            verb?: {
                /** @description The command of `filemill`. */
                name: string;
                summary: string;
                /** @description The tool of the MCP server. */
                tool: string;
            };
        };
        /** Pack files */
        NewArchiveCreateJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            files?: components["schemas"]["NewInput"][];
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ArchiveCreateOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "archive-create";
        };
        /** Unpack an archive */
        NewArchiveExtractJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ArchiveExtractOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "archive-extract";
        };
        NewArtifact: {
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType: string;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename: string;
            /** @description Bytes. */
            fileSize: number;
        };
        /** Convert audio */
        NewAudioConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["AudioConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "audio-convert";
        };
        /** Draw a waveform */
        NewAudioWaveformJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["AudioWaveformOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "audio-waveform";
        };
        NewBatch: {
            /** @description At most 10000: a list, a table, or the files of a connection. */
            inputs: components["schemas"]["BatchInput"][] | components["schemas"]["BatchTable"] | components["schemas"]["ConnectionFiles"];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Options of the job type that all inputs share. */
            options?: {
                [key: string]: unknown;
            };
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description A recipe, instead of a job type. */
            recipeId?: string;
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description A job type. */
            type?: string;
        };
        NewConnection: {
            /** @description S3: the id of the access key. */
            accessKeyId?: string;
            /** @description S3: the bucket. */
            bucket?: string;
            /** @description SFTP: the fingerprint of the key of the server, like `SHA256:…`, as `ssh-keygen -l` shows it. A server with another key is refused. */
            hostKey?: string;
            /**
             * @description s3: a bucket of an S3-compatible store. webdav: a folder of a WebDAV server. sftp: a folder of an SFTP server. http: an address that takes files by PUT. folder: a folder of the machine.
             * @enum {string}
             */
            kind: "s3" | "webdav" | "sftp" | "http" | "folder";
            /** @description A name by which jobs refer to it: letters, digits, spaces, dots, underscores and hyphens. */
            name: string;
            /** @description SFTP: the passphrase of the private key. It is stored encrypted and never shown. */
            passphrase?: string;
            /** @description WebDAV, SFTP and HTTP: the password. It is stored encrypted and never shown. */
            password?: string;
            /** @description Folder: its path on the machine, within one that the operator lists in CONNECTION_FOLDERS. */
            path?: string;
            /** @description SFTP: a private key in OpenSSH or PEM format instead of a password. It is stored encrypted and never shown. */
            privateKey?: string;
            /** @description S3: the region, `us-east-1` if left out. */
            region?: string;
            /** @description S3: the secret access key. It is stored encrypted and never shown. */
            secretAccessKey?: string;
            /** @description HTTP: a bearer token instead of a password. It is stored encrypted and never shown. */
            token?: string;
            /** @description S3: the endpoint. WebDAV, SFTP and HTTP: the address below which the files are, such as `sftp://files.example.org:22/inbox`. */
            url?: string;
            /** @description WebDAV, SFTP and HTTP: the user name. */
            username?: string;
        };
        /** Convert documents, spreadsheets and data */
        NewDocumentConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["DocumentConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "document-convert";
        };
        /** Extract structured content */
        NewDocumentExtractJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["DocumentExtractOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "document-extract";
        };
        /** Compare files */
        NewFileCompareJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            files: components["schemas"]["NewInput"][];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["FileCompareOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file-compare";
        };
        /** Convert a font */
        NewFontConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["FontConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "font-convert";
        };
        NewGoldenFile: {
            /** @description How new results are compared with the accepted one. */
            compare?: components["schemas"]["GoldenCompare"];
            /** @description One line. By default the name of the input. */
            name?: string;
            /** @description A completed run of the recipe, whose files are still kept. They are copied. */
            runId: string;
        };
        /** Web page to image */
        NewHtmlToImageJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["HtmlToImageOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "html-to-image";
        };
        /** Web page to PDF */
        NewHtmlToPdfJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["HtmlToPdfOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "html-to-pdf";
        };
        /** Compress an image */
        NewImageCompressJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageCompressOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-compress";
        };
        /** Convert an image */
        NewImageConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-convert";
        };
        /** Edit an image */
        NewImageEditJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageEditOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-edit";
        };
        /** Make a favicon set */
        NewImageFaviconJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageFaviconOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-favicon";
        };
        /** Resize an image */
        NewImageResizeJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageResizeOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-resize";
        };
        /** Upscale an image */
        NewImageUpscaleJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ImageUpscaleOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image-upscale";
        };
        NewInput: {
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Its role, as `GET /job-types` lists them. Without it, the files take the roles in order. */
            role?: string;
        };
        /** Recognise text */
        NewOcrJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["OcrOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ocr";
        };
        /** Attachments of a PDF */
        NewPdfAttachmentsJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            files?: components["schemas"]["NewInput"][];
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfAttachmentsOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-attachments";
        };
        /** Read bar codes and QR codes */
        NewPdfBarcodeJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfBarcodeOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-barcode";
        };
        /** Bookmarks */
        NewPdfBookmarksJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfBookmarksOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-bookmarks";
        };
        /** Compare two PDFs */
        NewPdfCompareJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            files: components["schemas"]["NewInput"][];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfCompareOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-compare";
        };
        /** Compress a PDF */
        NewPdfCompressJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfCompressOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-compress";
        };
        /** Crop pages */
        NewPdfCropJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfCropOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-crop";
        };
        /** Extract pages */
        NewPdfExtractJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfExtractOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-extract";
        };
        /** Flatten a PDF */
        NewPdfFlattenJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfFlattenOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-flatten";
        };
        /** Fill a form */
        NewPdfFormJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfFormOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-form";
        };
        /** Extract pictures */
        NewPdfImagesJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfImagesOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-images";
        };
        /** PDF details */
        NewPdfInfoJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfInfoOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-info";
        };
        /** Electronic invoice */
        NewPdfInvoiceJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            files?: components["schemas"]["NewInput"][];
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfInvoiceOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-invoice";
        };
        /** Page layout */
        NewPdfLayoutJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfLayoutOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-layout";
        };
        /** Optimise for the web */
        NewPdfLinearizeJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfLinearizeOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-linearize";
        };
        /** Merge PDFs */
        NewPdfMergeJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            files: components["schemas"]["NewInput"][];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfMergeOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-merge";
        };
        /** Edit PDF metadata */
        NewPdfMetadataJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfMetadataOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-metadata";
        };
        /** Number pages */
        NewPdfNumberJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfNumberOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-number";
        };
        /** Protect a PDF */
        NewPdfProtectJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfProtectOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-protect";
        };
        /** Change the colours of a PDF */
        NewPdfRecolorJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfRecolorOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-recolor";
        };
        /** Redact a PDF */
        NewPdfRedactJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfRedactOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-redact";
        };
        /** Remove pages */
        NewPdfRemoveJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfRemoveOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-remove";
        };
        /** Reorder pages */
        NewPdfReorderJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfReorderOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-reorder";
        };
        /** Repair a PDF */
        NewPdfRepairJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfRepairOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-repair";
        };
        /** Rotate pages */
        NewPdfRotateJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfRotateOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-rotate";
        };
        /** Remove hidden data from a PDF */
        NewPdfSanitizeJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfSanitizeOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-sanitize";
        };
        /** Sign a PDF */
        NewPdfSignJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfSignOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-sign";
        };
        /** Split a PDF */
        NewPdfSplitJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfSplitOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-split";
        };
        /** Stamp a PDF */
        NewPdfStampJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            files: components["schemas"]["NewInput"][];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfStampOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-stamp";
        };
        /** Extract tables from a PDF */
        NewPdfTablesJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfTablesOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-tables";
        };
        /** PDF to images */
        NewPdfToImageJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfToImageOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-to-image";
        };
        /** PDF to PDF/A */
        NewPdfToPdfaJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfToPdfaOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-to-pdfa";
        };
        /** Unlock a PDF */
        NewPdfUnlockJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfUnlockOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-unlock";
        };
        /** Check signatures */
        NewPdfVerifyJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfVerifyOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-verify";
        };
        /** Watermark a PDF */
        NewPdfWatermarkJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["PdfWatermarkOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pdf-watermark";
        };
        NewRecipe: {
            /** @default  */
            description?: string;
            /** @description One line: no control characters. */
            name: string;
            /** @description At most 16, and at most 8 one after the other. A step uses files of earlier ones. */
            steps: components["schemas"]["NewStep"][];
        };
        NewRun: {
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact. */
            inputArtifactId?: string;
            /** @description A completed job, together with inputOutputIndex. */
            inputJobId?: string;
            inputOutputIndex?: number;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
        };
        /** Transcribe speech */
        NewSpeechToTextJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["SpeechToTextOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "speech-to-text";
        };
        /** Separate stems */
        NewStemSeparationJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["StemSeparationOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stem-separation";
        };
        NewStep: {
            /** @description Further files of a job type that takes several: retained artifacts by their roles, such as `{ "stamp": "art_…" }`. The first role is the step's own input. They must be retained when a run starts. */
            artifacts?: {
                [key: string]: string | string[];
            };
            /** @description Runs it once for all files of its source together, with a job type that takes many files. */
            collect?: boolean;
            /** @description `{ "tab": …, "processingMode": "server", [tab]: options }`: the options are under the name of the tab. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Runs it once for each file of its source. */
            forEach?: boolean;
            /** @description Where its files come from: `input`, the name of an earlier step, or a list of them. By default the previous step. */
            from?: string | string[];
            jobType: string;
            /** @description One line. By default the title of the job type. */
            name?: string;
            /** @description Instead of `config`: the options of the job type. */
            options?: {
                [key: string]: unknown;
            };
            /** @description A connection of this workspace to which the files of this step are written when it has completed. `{id}` is the id of the run. */
            output?: components["schemas"]["Output"];
            /** @description The names of its files: a template with `{name}` (without the template), `{index}`, `{date}`, `{step}` and `{ext}`. */
            outputName?: string;
            /** @description Only files that match all of it are used; others are skipped. */
            when?: components["schemas"]["StepCondition"];
        };
        /** Convert subtitles */
        NewSubtitleConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["SubtitleConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subtitle-convert";
        };
        /** Extract subtitles */
        NewSubtitleExtractJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["SubtitleExtractOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subtitle-extract";
        };
        /** Make a thumbnail */
        NewThumbnailJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["ThumbnailOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thumbnail";
        };
        NewTrigger: {
            /**
             * @description A trigger that is disabled starts nothing.
             * @default true
             */
            enabled?: boolean;
            /** @description With `schedule`: the inputs, as those of a batch. */
            inputs?: components["schemas"]["BatchInput"][] | components["schemas"]["BatchTable"] | components["schemas"]["ConnectionFiles"];
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            name: string;
            /** @description Options of the job type that all inputs share. */
            options?: {
                [key: string]: unknown;
            };
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description A recipe, instead of a job type. */
            recipeId?: string;
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Starts at these times. */
            schedule?: components["schemas"]["TriggerSchedule"];
            /** @description A job type. */
            type?: string;
            /** @description Starts for new and changed files of a connection. A file is processed once two consecutive listings show it with the same size and time, so that it is complete. */
            watch?: components["schemas"]["TriggerWatch"];
        };
        /** Convert video */
        NewVideoConvertJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            files?: components["schemas"]["NewInput"][];
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["VideoConvertOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "video-convert";
        };
        /** Take pictures from a video */
        NewVideoThumbnailJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["VideoThumbnailOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "video-thumbnail";
        };
        /** Isolate a voice */
        NewVoiceIsolationJob: {
            /**
             * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
             * @default false
             */
            autoStart?: boolean;
            /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
            callbackUrl?: string;
            /** @description A media type in plain ASCII; with `application/octet-stream`, the filename decides. */
            contentType?: string;
            /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
            deleteAfterDownload?: boolean;
            /** @description A name, not a path: no slashes, no control characters, not `.` or `..`. */
            filename?: string;
            /** @description Bytes. */
            fileSize?: number;
            /** @description A file of a connection of this workspace, which the service reads instead of an upload. */
            input?: components["schemas"]["ConnectionFile"];
            /** @description A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded. */
            inputArtifactId?: string;
            /** @description An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide. */
            inputUrl?: string;
            /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
            metadata?: {
                [key: string]: string;
            };
            options: components["schemas"]["VoiceIsolationOptions"];
            /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
            output?: components["schemas"]["Output"];
            /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
            retentionHours?: number;
            /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
            reuse?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "voice-isolation";
        };
        NewWebhook: {
            /** @description The purpose of the webhook. */
            description?: string;
            /** @description The types of events sent to it; `["all"]` includes those of later versions. */
            events?: ("job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed" | "all")[];
            /** @description http or https. */
            url: string;
        };
        OcrOptions: {
            /**
             * Clean up
             * @description Remove shadows and noise before recognition. A PDF output keeps the original image.
             * @default true
             */
            clean?: boolean;
            /**
             * Deskew
             * @description Straighten slanted lines before recognition.
             * @default true
             */
            deskew?: boolean;
            /**
             * Resolution (dpi)
             * @description The resolution at which pages of a PDF are rendered, or the true resolution of an image whose own is missing or wrong.
             */
            dpi?: number;
            /**
             * Languages
             * @description The languages of the text, the main one first, by the names of their Tesseract models (`eng`, `deu`, `chi_sim`).
             * @default [
             *       "eng"
             *     ]
             * @example [
             *       "eng",
             *       "deu"
             *     ]
             */
            languages?: string[];
            /**
             * Output format
             * @description `pdf`: the unchanged pages with invisible text in place.
             * @default txt
             */
            outputFormat?: "txt" | "pdf" | "hocr" | "tsv" | "json" | "md";
            /**
             * Pages
             * @description The pages to recognise. By default all. A PDF output keeps the other pages unchanged. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Archival PDF (PDF/A)
             * @description Write a PDF/A-2b for archiving.
             * @default false
             */
            pdfa?: boolean;
            /**
             * Page segmentation
             * @description Tesseract's page segmentation mode: 3 automatic, 4 one column, 6 one block, 7 one line, 8 one word, 11 sparse text, 13 raw line.
             * @default 3
             */
            psm?: number;
            /**
             * Rotate
             * @description Degrees by which to turn the pages clockwise; `auto` detects it page by page. In a PDF output the pages are turned too.
             * @default auto
             */
            rotate?: "auto" | "none" | 90 | 180 | 270;
            /**
             * Keep existing text
             * @description Skip pages of a PDF that already have text. If false, they are recognised again, and invisible text from an earlier recognition is replaced.
             * @default true
             */
            skipText?: boolean;
        };
        OptionNeed: {
            /** @description A request to a person, such as "Choose a width". */
            hint: string;
            options: string[];
            /** @description Applies only if these options have one of these values. */
            when?: {
                [key: string]: (string | number | boolean)[];
            };
        };
        Output: {
            /** @description The id or the name of a connection. */
            connection: string;
            /** @description The path of the file there, with slashes: no leading slash, no empty parts, no `.` or `..`. Placeholders: `{name}` (the name of the file without its extension), `{ext}` (its extension), `{index}` (its number among the files of the job, from 1), `{date}` (the day of the completion, like 2026-11-18 (UTC)), `{id}` (the id of the job or the run). An earlier file with the same key is replaced. */
            key: string;
        };
        OutputDelivery: {
            /** @description What went wrong at the last attempt, in a sentence. */
            error?: string;
            failedAttempts: number;
            /**
             * Format: date-time
             * @description When a failed attempt is repeated.
             */
            nextAttemptAt?: string;
            /** @enum {string} */
            status: "waiting" | "done" | "failed";
        };
        PdfAttachmentsOptions: {
            /**
             * Action
             * @description `list`: write the names and sizes of the attachments as JSON. `extract`: write the attached files. `add`: attach the further files. `remove`: remove attachments.
             * @default list
             * @enum {string}
             */
            action?: "list" | "extract" | "add" | "remove";
            /**
             * Names
             * @description The attachments to extract or remove. By default all.
             */
            names?: string[];
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfBarcodeOptions: {
            /**
             * Pages
             * @description The pages to read. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfBookmarksOptions: {
            /**
             * Action
             * @description `list`: write the bookmarks as JSON. `set`: replace them by those in `bookmarks`.
             * @default list
             */
            action?: "list" | "set";
            /**
             * Bookmarks
             * @description For `set`: the bookmarks in their order. An empty list removes all.
             * @example [
             *       {
             *         "title": "Chapter 1",
             *         "page": 1,
             *         "level": 1
             *       }
             *     ]
             */
            bookmarks?: {
                /**
                 * Level
                 * @description 1 for the outermost bookmarks, 2 for those below them.
                 * @default 1
                 */
                level?: number;
                /**
                 * Page
                 * @description The page, counted from 1. A title without a page or an address leads nowhere.
                 * @example 1
                 */
                page?: number;
                /** Title */
                title: string;
                /**
                 * Web address
                 * @description Instead of a page: an address on the web.
                 */
                url?: string;
            }[];
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfCompareOptions: {
            /**
             * Ignore
             * @description Differences to ignore: spaces within and between words, upper and lower case, numbers.
             * @default []
             */
            ignore?: ("whitespace" | "case" | "numbers")[];
            /**
             * Mode
             * @description `text`: compare words. `visual`: compare the pages as they look. By default `visual` for png, otherwise `text`.
             */
            mode?: "text" | "visual" | "both";
            /**
             * Password of the later version
             * @description The password of the later version, if it is a different one.
             */
            newPassword?: string;
            /**
             * Output format
             * @description `json`: the changes with pages and boxes. `pdf`: both versions side by side with marks. `png`: pictures of the pages that differ, side by side with marks.
             * @default json
             */
            outputFormat?: "json" | "pdf" | "png";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfCompressOptions: {
            /**
             * Resolution (dpi)
             * @description The resolution to which images are reduced, in dots per inch. By default 150.
             */
            dpi?: number;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Preset
             * @description `screen`: 72 dpi, smallest. `ebook`: 150 dpi, good on any screen (the default unless dpi or quality is given). `printer`: 300 dpi, high quality.
             */
            preset?: "screen" | "ebook" | "printer";
            /**
             * Quality
             * @description The JPEG quality of photographs. By default 63.
             */
            quality?: number;
            /**
             * Target size
             * @description The maximum size of the file in bytes. Pictures are reduced as little as necessary; text and drawings stay as they are. The job fails if the size cannot be reached.
             */
            targetBytes?: number;
        };
        PdfCropOptions: {
            /**
             * Area
             * @description The part of the page to keep. It applies to the same place of all `pages`.
             */
            box?: {
                /**
                 * Height
                 * @description In points.
                 */
                height: number;
                /**
                 * Page
                 * @description The page, counted from 1.
                 */
                page: number;
                /**
                 * Width
                 * @description In points.
                 */
                width: number;
                /**
                 * X
                 * @description From the left edge of the page as it is shown, in points.
                 */
                x: number;
                /**
                 * Y
                 * @description From its upper edge.
                 */
                y: number;
            };
            /**
             * Crop to the content
             * @description Instead of `box`: crop each page to what is printed on it.
             * @default false
             */
            content?: boolean;
            /**
             * Margin
             * @description For `content`: the space to leave around it, in points.
             * @default 0
             */
            margin?: number;
            /**
             * Pages
             * @description The pages to crop. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfExtractOptions: {
            /**
             * Pages
             * @description The pages to keep, in this order; a page may be repeated. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfFlattenOptions: {
            /**
             * Annotations
             * @description Flatten comments, stamps, highlights and drawings.
             * @default true
             */
            annotations?: boolean;
            /**
             * Form fields
             * @description Flatten form fields with their values.
             * @default true
             */
            fields?: boolean;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfFormOptions: {
            /**
             * Action
             * @description `list`: write the names, types, values, choices and places of the fields as JSON. `fill`: fill them from `values` or `data`. `edit`: change or remove those in `fields`. `flatten`: turn them into page content.
             * @default list
             * @enum {string}
             */
            action?: "list" | "fill" | "edit" | "flatten";
            /**
             * Values as text
             * @description For `fill`, instead of `values`: CSV whose first line has the names of fields (one PDF per further line; an empty cell leaves its field as it is), FDF or XFDF.
             */
            data?: string;
            /**
             * Fields
             * @description For `edit`: what to change of the fields, by their names.
             * @example [
             *       {
             *         "name": "*",
             *         "readOnly": false
             *       },
             *       {
             *         "name": "fax",
             *         "remove": true
             *       }
             *     ]
             */
            fields?: {
                /**
                 * Label
                 * @description The text that explains the field to people.
                 */
                label?: string;
                /**
                 * Name
                 * @description The full name of the field, or `*` for all fields.
                 */
                name: string;
                /**
                 * Read only
                 * @description Whether its value cannot be changed.
                 */
                readOnly?: boolean;
                /**
                 * Remove
                 * @description Removes the field from the form and its page.
                 */
                remove?: boolean;
                /**
                 * Rename
                 * @description Its new name. In `address.city`, this is the part after the last dot.
                 */
                rename?: string;
                /**
                 * Required
                 * @description Whether it must have a value.
                 */
                required?: boolean;
            }[];
            /**
             * Flatten the filled form
             * @description For `fill`: turn the filled fields into page content that can no longer be changed.
             * @default false
             */
            flatten?: boolean;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Values
             * @description For `fill`: values by the names of fields. A checkbox takes true or false, a list that allows several choices a list of them, and null empties a field.
             * @example {
             *       "name": "Ada Lovelace",
             *       "agreed": true
             *     }
             */
            values?: {
                [key: string]: string | number | boolean | string[] | null;
            };
        };
        PdfImagesOptions: {
            /**
             * Format
             * @description `original`: as stored in the PDF, if that is a picture format. `png`: all as PNG.
             * @default original
             */
            format?: "original" | "png";
            /**
             * Minimum height
             * @description Leave out pictures lower than this, in pixels.
             * @default 1
             */
            minHeight?: number;
            /**
             * Minimum width
             * @description Leave out pictures narrower than this, in pixels.
             * @default 1
             */
            minWidth?: number;
            /**
             * Pages
             * @description The pages whose pictures are extracted. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfInfoOptions: {
            /**
             * Pages
             * @description The pages to describe. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfInvoiceOptions: {
            /**
             * Action
             * @description attach: make a PDF/A-3 with the invoice in it; extract: write the attached invoice; check: write what is attached, and what is wrong with it, as JSON.
             * @default check
             * @enum {string}
             */
            action?: "attach" | "extract" | "check";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Profile
             * @description The profile that the invoice must have. By default any.
             * @enum {string}
             */
            profile?: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG" | "COMFORT";
        };
        PdfLayoutOptions: {
            /**
             * Gap
             * @description The space between pages on a sheet, in points.
             * @default 0
             */
            gap?: number;
            /**
             * Margin
             * @description The space at the edges of the paper, in points.
             * @default 0
             */
            margin?: number;
            /**
             * Mode
             * @description `nup`: several pages on each sheet. `booklet`: two pages on each side, in the order for printing on both sides and folding. `resize`: each page on paper of `pageSize`. `upright`: turn each page by quarter turns so that its text, or the print in its scan, is upright, and straighten scans that slant by 0.3 to 10 degrees.
             * @default nup
             */
            mode?: "nup" | "booklet" | "resize" | "upright";
            /**
             * Orientation
             * @description The direction of the paper. `auto` chooses the one on which pages are largest.
             * @default auto
             */
            orientation?: "auto" | "portrait" | "landscape";
            /**
             * Page size
             * @description The paper. By default that of the first page; required for `resize`.
             */
            pageSize?: "a3" | "a4" | "a5" | "letter" | "legal";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Pages per sheet
             * @description For `nup`: 2, 4, 6, 8, 9 or 16 pages. By default 2.
             */
            perSheet?: 2 | 4 | 6 | 8 | 9 | 16;
        };
        PdfLinearizeOptions: {
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfMergeOptions: {
            /**
             * Fit
             * @description How pictures fill the paper of `pageSize`: `contain` makes them as large as possible, `shrink` only makes large ones smaller.
             * @default contain
             */
            fit?: "contain" | "shrink";
            /**
             * Margin
             * @description The space around pictures on the paper of `pageSize`, in points.
             * @default 0
             */
            margin?: number;
            /**
             * Page size
             * @description The paper for pictures. By default each picture has a page of its own size.
             */
            pageSize?: "a3" | "a4" | "a5" | "letter" | "legal";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Passwords
             * @description Instead of `password`: one password per file, in the order of `files`, empty for files that are not encrypted.
             */
            passwords?: string[];
            /**
             * Keep bookmarks
             * @description Add an outline with one entry per file, named after it, and the file's own bookmarks below.
             * @default true
             */
            preserveBookmarks?: boolean;
        };
        PdfMetadataOptions: {
            /**
             * Author
             * @description The author. An empty text removes it.
             */
            author?: string;
            /**
             * Remove everything first
             * @description Remove all existing metadata first, including the creating program, dates and XMP.
             * @default false
             */
            clear?: boolean;
            /**
             * Created
             * Format: date-time
             * @description When the document was made.
             * @example 2026-11-18T09:30:00+01:00
             */
            created?: string;
            /**
             * Creator
             * @description The program the document was written with. An empty text removes it.
             */
            creator?: string;
            /**
             * Custom fields
             * @description Entries of your own by name. An empty text removes one.
             * @example {
             *       "Department": "Sales"
             *     }
             */
            custom?: {
                [key: string]: string;
            };
            /**
             * Keywords
             * @description The keywords, with any separator. An empty text removes it.
             */
            keywords?: string;
            /**
             * Modified
             * Format: date-time
             * @description When the document was last changed.
             * @example 2026-11-18T09:30:00+01:00
             */
            modified?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Producer
             * @description The program that made the PDF. An empty text removes it.
             */
            producer?: string;
            /**
             * Subject
             * @description The subject. An empty text removes it.
             */
            subject?: string;
            /**
             * Title
             * @description The title. An empty text removes it.
             */
            title?: string;
        };
        PdfNumberOptions: {
            /**
             * Colour
             * @description Colour as six hexadecimal digits, `#rrggbb`.
             * @default #000000
             */
            color?: string;
            /**
             * Font size
             * @description In points.
             * @default 10
             */
            fontSize?: number;
            /**
             * Format
             * @description The text, in which `{n}` is replaced by the number and `{total}` by the last number: `Page {n} of {total}`.
             * @default {n}
             */
            format?: string;
            /**
             * Margin
             * @description The distance from the edges in points.
             * @default 28
             */
            margin?: number;
            /**
             * Pages
             * @description The pages to number. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Position
             * @description The position on the page.
             * @default bottom
             */
            position?: "top-left" | "top" | "top-right" | "left" | "center" | "right" | "bottom-left" | "bottom" | "bottom-right";
            /**
             * Start
             * @description The number on the first numbered page.
             * @default 1
             */
            start?: number;
        };
        PdfProtectOptions: {
            /**
             * Password to change
             * @description Lifts the restrictions. By default a random one.
             */
            ownerPassword?: string;
            /**
             * Password
             * @description The password of a document that is already encrypted. Its old protection is replaced.
             */
            password?: string;
            /**
             * Permissions
             * @description What is allowed without the owner password.
             * @default {}
             */
            permissions?: {
                /**
                 * Annotate
                 * @description Adding comments.
                 * @default true
                 */
                annotate?: boolean;
                /**
                 * Assemble
                 * @description Inserting, removing and rotating pages.
                 * @default true
                 */
                assemble?: boolean;
                /**
                 * Copy
                 * @description Copying text and images.
                 * @default true
                 */
                copy?: boolean;
                /**
                 * Fill forms
                 * @description Filling in form fields.
                 * @default true
                 */
                fillForms?: boolean;
                /**
                 * Modify
                 * @description Changing the content.
                 * @default true
                 */
                modify?: boolean;
                /**
                 * Print
                 * @description Printing: none, only in low resolution, or unrestricted.
                 * @default high
                 */
                print?: "none" | "low" | "high";
            };
            /**
             * Password to open
             * @description Required to open the document. Without it, anyone can open the document.
             */
            userPassword?: string;
        };
        PdfRecolorOptions: {
            /**
             * Colours
             * @description `grayscale`: shades of grey; the document is rewritten, as PDF/A-3b. `inverted`: black becomes white, and every colour its opposite.
             * @default grayscale
             * @enum {string}
             */
            mode?: "grayscale" | "inverted";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfRedactOptions: {
            /**
             * Areas
             * @description Areas of pages to remove, with everything they touch.
             * @default []
             */
            boxes?: {
                /**
                 * Height
                 * @description In points.
                 */
                height: number;
                /**
                 * Page
                 * @description The page, counted from 1.
                 */
                page: number;
                /**
                 * Width
                 * @description In points.
                 */
                width: number;
                /**
                 * X
                 * @description From the left edge of the page as it is shown, in points.
                 */
                x: number;
                /**
                 * Y
                 * @description From its upper edge.
                 */
                y: number;
            }[];
            /**
             * Colour
             * @description Colour as six hexadecimal digits, `#rrggbb`.
             * @default #000000
             */
            color?: string;
            /**
             * Label
             * @description A short text on each box, such as "redacted".
             */
            label?: string;
            /**
             * Languages
             * @description The languages of the text in pictures, by the names of their Tesseract models.
             * @default [
             *       "eng"
             *     ]
             * @example [
             *       "eng",
             *       "deu"
             *     ]
             */
            languages?: string[];
            /**
             * Search pictures too
             * @description Recognises the words in scans and pictures, and removes them there as well. If false, the job fails where it finds one in a picture.
             * @default false
             */
            ocr?: boolean;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Regular expressions
             * @description Regular expressions in the syntax of JavaScript; case does not matter. The job fails if one takes too long.
             * @default []
             * @example [
             *       "\\bINV-\\d{6}\\b"
             *     ]
             */
            patterns?: string[];
            /**
             * Kinds of data
             * @description `email`, `phone`, `card` (with its check digit), `iban` (with its check digits), `national-id` (US, CA, BR, UK, IE, FR, ES, PT, IT, DE, AT, CH, BE, NL, PL, CZ, SK, SE, NO, DK, FI), `ip`.
             * @default []
             */
            presets?: ("email" | "phone" | "card" | "iban" | "national-id" | "ip")[];
            /**
             * Words and phrases
             * @description Words and phrases to remove wherever they occur, also within longer words. Case and the kind of space do not matter.
             * @default []
             * @example [
             *       "Jane Doe",
             *       "Project X"
             *     ]
             */
            terms?: string[];
        };
        PdfRemoveOptions: {
            /**
             * Blank pages
             * @description Remove blank pages. On scans, dust, punched holes, dark edges and print that shows through from the other side do not count.
             * @default false
             */
            blank?: boolean;
            /**
             * Pages
             * @description The pages to remove. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfReorderOptions: {
            /**
             * Pages
             * @description The new order, each page at most once. Other pages follow in their old order. `-1-1` reverses the whole document. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfRepairOptions: {
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfRotateOptions: {
            /**
             * Angle
             * @description Degrees clockwise, added to each page's current rotation.
             */
            angle: 90 | 180 | 270;
            /**
             * Pages
             * @description The pages to rotate. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfSanitizeOptions: {
            /**
             * Attached files
             * @description Remove attached files, sound, films and 3D models.
             * @default true
             */
            attachments?: boolean;
            /**
             * Comments
             * @description Remove notes, highlights, drawings and stamps that people added.
             * @default false
             */
            comments?: boolean;
            /**
             * Form fields
             * @description Turn form fields, signatures too, into page content that shows their values.
             * @default false
             */
            fields?: boolean;
            /**
             * Hidden layers
             * @description Remove what is on layers that are hidden. Layers that are shown stay.
             * @default false
             */
            layers?: boolean;
            /**
             * Links to elsewhere
             * @description Remove links to addresses and other files. Links within the document stay.
             * @default false
             */
            links?: boolean;
            /**
             * Metadata
             * @description Remove title, author, dates, names and data of programs, XMP and thumbnails.
             * @default true
             */
            metadata?: boolean;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Scripts
             * @description Remove JavaScript, XFA forms, and actions that start programs, play media or send data. Fields keep their values.
             * @default true
             */
            scripts?: boolean;
        };
        PdfSignOptions: {
            /**
             * Area
             * @description The place of a visible signature in a new field. Without it and a field of the document, the signature is invisible.
             */
            box?: {
                /**
                 * Height
                 * @description In points.
                 */
                height: number;
                /**
                 * Page
                 * @description The page, counted from 1.
                 */
                page: number;
                /**
                 * Width
                 * @description In points.
                 */
                width: number;
                /**
                 * X
                 * @description From the left edge of the page as it is shown, in points.
                 */
                x: number;
                /**
                 * Y
                 * @description From its upper edge.
                 */
                y: number;
            };
            /**
             * Certificate
             * Format: byte
             * @description A PKCS#12 file (.p12, .pfx) with the certificate and its key, in base64. It is stored encrypted until the job has ended, and never shown.
             */
            certificate: string;
            /**
             * Password of the certificate
             * @description The password that opens the PKCS#12 file. Leave it out if there is none.
             */
            certificatePassword?: string;
            /**
             * Signature field
             * @description The full name of an empty signature field of the document, which shows the signature. By default it is the only empty one, if there is just one.
             */
            field?: string;
            /**
             * Location
             * @description The place of signing.
             */
            location?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Reason
             * @description The reason for signing, for example "I approve this document".
             */
            reason?: string;
            /**
             * Timestamp
             * @description Have a timestamp server confirm the time of signing (PAdES B-T). Available only if the operator of the installation has set up such a server, which receives the digest of the signature, not the document.
             * @default false
             */
            timestamp?: boolean;
        };
        PdfSplitOptions: {
            /**
             * Separators have a back
             * @description For mode `codes`: the scanner read both sides of the separators, so the page after each one is its back and is treated like it.
             * @default false
             */
            doubleSided?: boolean;
            /**
             * Pages per file
             * @description For mode `every`: the number of pages per file.
             */
            every?: number;
            /**
             * Keep separator pages
             * @description For mode `codes`: keep each separator page as the first page of its file.
             * @default false
             */
            keepSeparators?: boolean;
            /**
             * Bookmark level
             * @description For mode `bookmarks`: the deepest level of the outline at which to split. By default 1.
             */
            level?: number;
            /**
             * Mode
             * @description `each`: one file per page. `ranges`: one file per range. `every`: one file per `every` pages. `bookmarks`: a new file at each bookmark. `codes`: a new file at each page with a bar code or QR code; these separator pages are left out.
             * @default each
             */
            mode?: "each" | "ranges" | "every" | "bookmarks" | "codes";
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Ranges
             * @description For mode `ranges`: the ranges, each of which becomes a file. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            ranges?: string;
            /**
             * Text of separators
             * @description For mode `codes`: only codes with this text separate files. By default any code does.
             */
            separator?: string;
        };
        PdfStampOptions: {
            /**
             * Area
             * @description Instead of a position: the area that the stamp fills as far as its proportions allow. It applies to the same place of all `pages`.
             */
            box?: {
                /**
                 * Height
                 * @description In points.
                 */
                height: number;
                /**
                 * Page
                 * @description The page, counted from 1.
                 */
                page: number;
                /**
                 * Width
                 * @description In points.
                 */
                width: number;
                /**
                 * X
                 * @description From the left edge of the page as it is shown, in points.
                 */
                x: number;
                /**
                 * Y
                 * @description From its upper edge.
                 */
                y: number;
            };
            /**
             * Margin
             * @description The distance from the edges in points, for a position at an edge.
             * @default 0
             */
            margin?: number;
            /**
             * Opacity
             * @description The opacity, from barely visible to solid.
             * @default 1
             */
            opacity?: number;
            /**
             * Pages
             * @description The pages to stamp. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Position
             * @description The position on the page. By default the middle.
             * @enum {string}
             */
            position?: "top-left" | "top" | "top-right" | "left" | "center" | "right" | "bottom-left" | "bottom" | "bottom-right";
            /**
             * Rotation
             * @description Degrees anticlockwise.
             * @default 0
             */
            rotation?: number;
            /**
             * Scale
             * @description 1 is the stamp's own size (a picture's by its resolution). By default its own size, or smaller where it is larger than the page.
             */
            scale?: number;
            /**
             * Pages of the stamp
             * @description For a PDF as the stamp. `first`: its first page on all pages. `each`: its first page on the first of the pages, its second page on the second, and so on; its last page on all that follow.
             * @default first
             * @enum {string}
             */
            stampPages?: "first" | "each";
            /**
             * Stamp password
             * @description The password of an encrypted stamp.
             */
            stampPassword?: string;
            /**
             * Tile
             * @description Repeat the stamp all over the page.
             * @default false
             */
            tile?: boolean;
            /**
             * Under the content
             * @description Put the stamp under the page's content instead of over it.
             * @default false
             */
            under?: boolean;
            /**
             * X
             * @description Instead of a position: points from the left edge of the page as it is shown.
             */
            x?: number;
            /**
             * Y
             * @description Instead of a position: points from the upper edge of the page as it is shown.
             */
            y?: number;
        };
        PdfTablesOptions: {
            /**
             * Header rows
             * @description The number of header rows at the top of each table, which stay text. By default detected.
             */
            headerRows?: number;
            /**
             * Languages
             * @description The languages of scanned pages, the main one first. By default `eng`.
             * @example [
             *       "eng",
             *       "deu"
             *     ]
             */
            languages?: string[];
            /**
             * Text recognition (OCR)
             * @description Text recognition: `auto` (the default) for pages without text, `never`, or `always` for all pages.
             */
            ocr?: "auto" | "never" | "always";
            /**
             * Output format
             * @description `xlsx`: one sheet for each table. `csv`: one file for each.
             * @default xlsx
             */
            outputFormat?: "xlsx" | "csv" | "json" | "html";
            /**
             * Pages
             * @description The pages to search. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfToImageOptions: {
            /**
             * Resolution (dpi)
             * @description The resolution in dots per inch.
             * @default 150
             */
            dpi?: number;
            /**
             * Format
             * @description The format of the images. `cbz`: a comic book, one file with all pages as jpeg.
             * @default png
             */
            format?: "png" | "jpeg" | "webp" | "avif" | "gif" | "cbz";
            /**
             * Pages
             * @description The pages to render. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Quality
             * @description The quality of jpeg, webp, avif and cbz. By default 90.
             */
            quality?: number;
            /**
             * Width (pixels)
             * @description The width of each image in pixels, instead of `dpi`. The height follows from the page.
             */
            width?: number;
        };
        PdfToPdfaOptions: {
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Accessible PDF (PDF/UA)
             * @description Keep the tags and conform to PDF/UA-1 too. The document is kept as it is, so it must be tagged, and have a title, a language and descriptions of its pictures; otherwise the job fails.
             * @default false
             */
            pdfua?: boolean;
            /**
             * Standard
             * @description The part of the standard. `1b`: the oldest, for archives that ask for it; documents with transparency are refused. `2b`: what most archives ask for. `3b`: like `2b`, and attachments are kept.
             * @default 2b
             * @enum {string}
             */
            standard?: "1b" | "2b" | "3b";
        };
        PdfUnlockOptions: {
            /**
             * Password
             * @description The document's user or owner password.
             */
            password: string;
        };
        PdfVerifyOptions: {
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
        };
        PdfWatermarkOptions: {
            /**
             * Angle
             * @description Degrees anticlockwise.
             * @default 45
             */
            angle?: number;
            /**
             * Behind the content
             * @description Put the text under the page's content instead of over it.
             * @default false
             */
            behind?: boolean;
            /**
             * Colour
             * @description Colour as six hexadecimal digits, `#rrggbb`.
             * @default #808080
             */
            color?: string;
            /**
             * Font size
             * @description The size in points. By default as large as fits on the page.
             */
            fontSize?: number;
            /**
             * Opacity
             * @description The opacity, from barely visible to solid.
             * @default 0.3
             */
            opacity?: number;
            /**
             * Pages
             * @description The pages to mark. By default all. Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.
             * @example 1-3,5,8-
             */
            pages?: string;
            /**
             * Password
             * @description The password of an encrypted document. The output is not encrypted.
             */
            password?: string;
            /**
             * Position
             * @description The position on the page. `tile` repeats the text all over.
             * @default center
             */
            position?: "top-left" | "top" | "top-right" | "left" | "center" | "right" | "bottom-left" | "bottom" | "bottom-right" | "tile";
            /**
             * Text
             * @description The text, not only spaces. Line breaks are kept.
             */
            text: string;
        };
        PlanLimits: {
            /** @description The maximum number of files extracted from one archive. Absent if there is no limit. */
            archiveEntries?: number;
            concurrentJobs: number;
            fileBytes: number;
            /** @description The longest recording, in seconds. Absent if there is no limit. */
            mediaSeconds?: number;
            /** @description Largest image, with all its frames and pages, and largest frame of a video, in millions of pixels; none if left out. */
            megapixels?: number;
            mergeBytes: number;
            mergeFiles: number;
            /** @description Inputs of jobs, and artifacts, created within 24 hours and neither started nor used; canceled ones count too. */
            pendingInputs: number;
            requestsPerWindow: number;
            retentionSeconds: number;
            windowSeconds: number;
        };
        QuotaCounter: {
            /** @description By default there is no limit. */
            limit?: number;
            /** Format: date-time */
            resetsAt?: string;
            used: number;
        };
        Recipe: {
            /** @description The formats a run may start with. */
            accepts: string[];
            /** Format: date-time */
            createdAt: string;
            description: string;
            id: string;
            name: string;
            steps: {
                /** @description Further files of a job type that takes several: retained artifacts by their roles, such as `{ "stamp": "art_…" }`. The first role is the step's own input. They must be retained when a run starts. */
                artifacts?: {
                    [key: string]: string | string[];
                };
                /** @description Runs it once for all files of its source together, with a job type that takes many files. */
                collect?: boolean;
                config: {
                    [key: string]: unknown;
                };
                /** @description Runs it once for each file of its source. */
                forEach?: boolean;
                /** @description Where its files come from: `input`, the name of an earlier step, or a list of them. By default the previous step. */
                from?: string | string[];
                index: number;
                jobType: string;
                name: string;
                /** @description Where its files are written: the id of a connection, and the template of a key. */
                output?: {
                    connection: string;
                    key: string;
                };
                /** @description The names of its files: a template with `{name}` (without the template), `{index}`, `{date}`, `{step}` and `{ext}`. */
                outputName?: string;
                /** @description Write-only options that are set, such as `password`. */
                secretOptions?: string[];
                /** @description Only files that match all of it are used; others are skipped. */
                when?: components["schemas"]["StepCondition"];
            }[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Grows by one with every save. */
            version: number;
        };
        RecipeList: {
            nextCursor: string | null;
            recipes: components["schemas"]["Recipe"][];
        };
        RecipeRun: {
            callbackUrl?: string;
            /** Format: date-time */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            deleteAfterDownload?: boolean;
            id: string;
            inputArtifactId: string;
            metadata: {
                [key: string]: string;
            };
            /** @description Where the result is also written: the id of a connection, and the template of a key. */
            output?: {
                connection: string;
                key: string;
            };
            recipeId: string;
            /** @description The version of the recipe that it started with. */
            recipeVersion?: number;
            /** @description The files of all steps of a completed run that no other step uses: of the last step, if it has no branches. */
            result?: components["schemas"]["Result"];
            retentionHours?: number;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "canceled";
            steps: {
                /** Format: date-time */
                completedAt?: string;
                /** @description The files that were written to the connection that `output` names; the first twenty. */
                delivered?: components["schemas"]["DeliveredFile"][];
                /** @description How far the result is on its way to the connection that `output` names. */
                delivery?: components["schemas"]["OutputDelivery"];
                failure?: components["schemas"]["JobFailure"];
                /** @description The number of output files. `GET /jobs/:id/files` with its `jobId` lists those of one job. */
                fileCount: number;
                index: number;
                /** @description The number of its jobs, if it runs once for each of several files. */
                jobCount?: number;
                /** @description Its job; the first one, if it runs once for each of several files. */
                jobId?: string;
                jobType: string;
                name: string;
                /** @description Where its files are written: the id of a connection, and the template of a key. */
                output?: {
                    connection: string;
                    key: string;
                };
                /** @description The first twenty. */
                outputs: components["schemas"]["ResultFile"][];
                progress: number;
                /** Format: date-time */
                startedAt?: string;
                /** @enum {string} */
                status: "waiting" | "queued" | "processing" | "completed" | "failed" | "skipped";
            }[];
        };
        RecipeVersion: {
            /** @description Whether new runs use it. */
            current: boolean;
            description: string;
            name: string;
            /** Format: date-time */
            savedAt: string;
            version: number;
        };
        RecipeVersionList: {
            versions: components["schemas"]["RecipeVersion"][];
        };
        RedeliveredEvents: {
            /** @description The number of deliveries that are sent again. */
            redelivered: number;
        };
        Result: {
            /** @description The URL of a zip of all files, if there are several. */
            archiveUrl?: string;
            /** @description The files that were written to the connection that `output` names; the first hundred. */
            delivered?: components["schemas"]["DeliveredFile"][];
            /** @description How far the result is on its way to the connection that `output` names. */
            delivery?: components["schemas"]["OutputDelivery"];
            /** @description The URL of the first file. */
            downloadUrl?: string;
            durationMs: number;
            engines: {
                name: string;
                version: string;
            }[];
            /** @description The number of files. `GET /jobs/:id/files` lists them all. */
            fileCount: number;
            /** @description The first hundred. */
            files: components["schemas"]["ResultFile"][];
            /** @description The earlier job whose result this is, if the job was created with `reuse`. */
            reusedFrom?: string;
            /** @description Ways in which the result is less than you may expect. */
            warnings?: components["schemas"]["ResultWarning"][];
        };
        ResultFile: {
            artifactId: string;
            contentType: string;
            downloadUrl?: string;
            /** Format: date-time */
            downloadUrlExpiresAt?: string;
            filename: string;
            index: number;
            metadata: {
                [key: string]: unknown;
            };
            sha256: string;
            size: number;
        };
        ResultWarning: {
            /** @enum {string} */
            code: "no_text_layer" | "damaged_input" | "pages_blank" | "content_dropped" | "structure_uncertain" | "resources_not_loaded" | "hidden_text_removed" | "nothing_redacted" | "no_speech" | "signature_invalidated" | "model_fallback";
            /** @description The index of the file concerned, if there are several. */
            fileIndex?: number;
            message: string;
        };
        RunList: {
            nextCursor: string | null;
            runs: components["schemas"]["RecipeRun"][];
        };
        SentEvent: {
            /** @description Its delivery is in the log. */
            eventId: string;
        };
        ServiceMap: {
            docs: string;
            endpoints: {
                method: string;
                path: string;
                purpose: string;
                /** @enum {string} */
                scope?: "jobs:read" | "jobs:write" | "recipes:read" | "recipes:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write";
            }[];
            jobTypes: string[];
            name: string;
            openapi: string;
            /** @enum {string} */
            version: "v1";
        };
        SpeechToTextOptions: {
            /**
             * Language
             * @description The code of the spoken language (`en`, `de`, `ja`), or `auto` to detect it. `whisper-base.en` knows only English: speech in another language fails with `language_not_supported`.
             * @default auto
             * @example en
             */
            language?: string;
            /**
             * Model
             * @description The name of an installed speech model.
             * @default whisper-base
             */
            model?: string;
            /**
             * Output format
             * @description `json`: sentences and words with their times.
             * @default txt
             */
            outputFormat?: "txt" | "srt" | "vtt" | "json";
            /**
             * Prompt
             * @description Names and terms that occur in the recording, in the spelling to use.
             * @example ComfyUI, Kubernetes, Siobhán
             */
            prompt?: string;
            /**
             * Translate
             * @description Translate the transcript into English.
             * @default false
             */
            translate?: boolean;
            /**
             * Word times
             * @description Include each word with its times in `json`.
             * @default true
             */
            wordTimestamps?: boolean;
        };
        StartRefusal: {
            /** @description An error code such as `quota_exceeded` or `invalid_file_type`. */
            code: string;
            /** @enum {string} */
            quota?: "operations" | "operations_daily" | "ai_credits" | "storage_bytes" | "queued_jobs";
            /**
             * Format: date-time
             * @description When the quota may allow more.
             */
            resetsAt?: string;
        };
        StemSeparationOptions: {
            /**
             * Output format
             * @description By default WAV. WAV and FLAC keep sample rate, channels and length; MP3 has at most two channels and 48 kHz.
             * @default wav
             */
            outputFormat?: "wav" | "flac" | "mp3";
            /**
             * Stems
             * @description 2: vocals and accompaniment. 4: vocals, drums, bass and other.
             * @default 4
             */
            stems?: 2 | 4;
        };
        StepCondition: {
            /** @description One or more formats, such as `pdf`. */
            format?: string | string[];
            /** @description Whether a page shows a picture. Only for PDF files. */
            hasImages?: boolean;
            /** @description Whether a page has text that can be searched, also an invisible layer as under scans. Only for PDF files. */
            hasText?: boolean;
            /** @description The largest size. */
            maxBytes?: number;
            /** @description The most pages. Only PDF files have pages. */
            maxPages?: number;
            /** @description The smallest size. */
            minBytes?: number;
            /** @description The fewest pages. Only PDF files have pages. */
            minPages?: number;
            /**
             * @description The orientation of the first page as it is shown. Only for PDF files.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /**
             * @description The size of the first page, upright or not. Only for PDF files.
             * @enum {string}
             */
            pageSize?: "a3" | "a4" | "a5" | "letter" | "legal";
            /** @description By how many degrees the first page is turned to be shown. Only for PDF files. */
            rotation?: 0 | 90 | 180 | 270;
        };
        SubtitleConvertOptions: {
            /**
             * Encoding
             * @description The character encoding of the input, such as windows-1251. Detected by default.
             * @example windows-1252
             */
            encoding?: string;
            /**
             * Output format
             * @description The format to convert to, in UTF-8.
             * @enum {string}
             */
            outputFormat: "srt" | "vtt" | "ass" | "ttml" | "sbv" | "txt" | "json";
            /**
             * Shift (seconds)
             * @description Seconds to add to all times. With a negative number, subtitles appear earlier.
             */
            shift?: number;
            /**
             * Speed
             * @description How many times as fast the recording plays: 1.0427 for a change from 23.976 to 25 frames per second.
             */
            speed?: number;
        };
        SubtitleExtractOptions: {
            /**
             * Output format
             * @description The format of the files, in UTF-8. `ass` keeps places, colours and fonts.
             * @default srt
             * @enum {string}
             */
            outputFormat?: "srt" | "vtt" | "ass" | "ttml" | "sbv" | "txt" | "json";
            /**
             * Track
             * @description The track, counted from 1. Without it, all tracks are saved.
             */
            track?: number;
        };
        ThumbnailOptions: {
            /**
             * Height
             * @description The maximum height in pixels.
             */
            height?: number;
            /**
             * Output format
             * @description The format of the picture. In jpeg, transparent areas are white.
             * @default jpeg
             */
            outputFormat?: "jpeg" | "png" | "webp" | "avif";
            /**
             * Page
             * @description For documents: the page to show, from 1. By default the first.
             */
            page?: number;
            /**
             * Time (seconds)
             * @description For videos: the frame at this time. By default a typical frame.
             */
            time?: number;
            /**
             * Width
             * @description The maximum width in pixels. Defaults to 320 if neither side is given; smaller files are not enlarged.
             */
            width?: number;
        };
        Trigger: {
            /** Format: date-time */
            createdAt: string;
            enabled: boolean;
            id: string;
            metadata?: {
                [key: string]: string;
            };
            name: string;
            /**
             * Format: date-time
             * @description When it starts, or lists the files, next.
             */
            nextAt?: string;
            options?: {
                [key: string]: unknown;
            };
            output?: {
                connection: string;
                key: string;
            };
            /** @description Why the files could not be listed the last time. */
            problem?: string;
            recipeId?: string;
            retentionHours?: number;
            /** @description Starts at these times. */
            schedule?: components["schemas"]["TriggerSchedule"];
            type?: string;
            /** @description Starts for new and changed files of a connection. A file is processed once two consecutive listings show it with the same size and time, so that it is complete. */
            watch?: components["schemas"]["TriggerWatch"];
        };
        TriggerChange: {
            enabled?: boolean;
            /** @description Only for a trigger with a schedule: the inputs, like those of a batch. */
            inputs?: components["schemas"]["BatchInput"][] | components["schemas"]["BatchTable"] | components["schemas"]["ConnectionFiles"];
            name?: string;
            /** @description All options. Write-only options that are left out stay as they are, unless the job type changes. */
            options?: {
                [key: string]: unknown;
            };
            /** @description `null` to write the results nowhere else. */
            output?: components["schemas"]["Output"] | null;
            /** @description The recipe to run from now on. */
            recipeId?: string;
            /** @description Only for a trigger with a schedule. */
            schedule?: components["schemas"]["TriggerSchedule"];
            /** @description The job type to run from now on. */
            type?: string;
            /** @description Only for a trigger that watches files. If it watches another place from now on, files that are already there are skipped, unless `existing` is set. */
            watch?: components["schemas"]["TriggerWatch"];
        };
        TriggerEntry: {
            /** Format: date-time */
            at: string;
            /** @description The batch that was started. */
            batchId?: string;
            /** @description The key of the file, if the trigger watches files. */
            key?: string;
            /** @description Why nothing was started. */
            message?: string;
            /** @enum {string} */
            outcome: "waiting" | "started" | "skipped" | "failed";
        };
        TriggerList: {
            triggers: components["schemas"]["Trigger"][];
        };
        TriggerLog: {
            entries: components["schemas"]["TriggerEntry"][];
            nextCursor: string | null;
        };
        TriggerSchedule: {
            /** @description Minute, hour, day of the month, month and day of the week, such as `0 6 * * 1-5`. */
            cron: string;
            /**
             * @description A time zone such as `Europe/Berlin`.
             * @default UTC
             */
            timeZone?: string;
        };
        TriggerWatch: {
            /** @description The id or the name of a connection. */
            connection: string;
            /**
             * @description How often the files are listed.
             * @default 60
             */
            everySeconds?: number;
            /**
             * @description Whether files that are there when the trigger is created are processed too.
             * @default false
             */
            existing?: boolean;
            /**
             * @description The pattern that the rest of the key must match: `*` stands for any part of a name, `?` for one character, `**` for any folders, such as `**\/*.pdf`.
             * @default **
             */
            pattern?: string;
            /**
             * @description What the keys of the files begin with, such as `scans/2026/`.
             * @default
             */
            prefix?: string;
        };
        Upload: {
            /** Format: date-time */
            expiresAt: string;
            headers: {
                [key: string]: string;
            };
            /** @enum {string} */
            method: "PUT";
            /** @description The URL for a resumable upload with tus, if it differs from the one for PUT. */
            resumableUrl?: string;
            url: string;
        };
        Uploaded: {
            index: number;
            /** @description The digest of the bytes received, in lower-case hex. */
            sha256: string;
            size: number;
        };
        UploadTarget: {
            /** Format: date-time */
            expiresAt: string;
            filename: string;
            headers: {
                [key: string]: string;
            };
            index: number;
            /** @enum {string} */
            method: "PUT";
            /** @description The URL for a resumable upload with tus, if it differs from the one for PUT. */
            resumableUrl?: string;
            /** @description Its role, if the job type has roles. */
            role?: string;
            uploadUrl: string;
        };
        Usage: {
            limits: components["schemas"]["PlanLimits"];
            plan: string;
            quotas: {
                ai_credits: components["schemas"]["QuotaCounter"];
                operations: components["schemas"]["QuotaCounter"];
                operations_daily: components["schemas"]["QuotaCounter"];
                queued_jobs: components["schemas"]["QuotaCounter"];
                storage_bytes: components["schemas"]["QuotaCounter"];
            };
            workspaceId: string;
        };
        VideoConvertOptions: {
            /**
             * Bit rate (kbit/s)
             * @description The bit rate of the picture, in kilobits per second.
             */
            bitrate?: number;
            /**
             * Codec
             * @description Defaults to h264, or vp9 for webm. `copy` keeps picture and sound as they are and takes only seconds; cuts then fall on key frames.
             * @enum {string}
             */
            codec?: "h264" | "h265" | "vp8" | "vp9" | "av1" | "prores" | "copy";
            /**
             * Quality (CRF)
             * @description The constant rate factor; lower means better and larger. 0 to 51 for h264 (usually 23) and h265 (26), 0 to 63 for vp9 (32) and av1 (35).
             */
            crf?: number;
            /**
             * Crop
             * @description The part of each frame to keep, in pixels of the upright picture, before it is resized.
             * @example {
             *       "x": 0,
             *       "y": 0,
             *       "width": 640,
             *       "height": 360
             *     }
             */
            crop?: {
                /** Height */
                height: number;
                /** Width */
                width: number;
                /** X */
                x: number;
                /** Y */
                y: number;
            };
            /**
             * End
             * @description Where to end, in seconds from the beginning.
             */
            end?: number;
            /**
             * Fit
             * @description How the video fits if both width and height are given. inside: as large as fits; outside: as small as covers them; contain: fits, with bars around it; cover: covers them, cropped; fill: stretched.
             * @default inside
             * @enum {string}
             */
            fit?: "contain" | "cover" | "fill" | "inside" | "outside";
            /**
             * Frames per second
             * @description Frames per second. Defaults to the input's, and at most 15 in a gif.
             */
            fps?: number;
            /**
             * Height
             * @description The height in pixels. Calculated from the width if left out.
             */
            height?: number;
            /**
             * Mute
             * @description Remove the sound.
             * @default false
             */
            mute?: boolean;
            /**
             * Output format
             * @description The format to convert to. gif, webp and avif are animations without sound.
             * @enum {string}
             */
            outputFormat: "mp4" | "webm" | "mov" | "mkv" | "gif" | "webp" | "avif";
            /**
             * Rotate
             * @description Degrees clockwise, after the file's own rotation.
             * @enum {integer}
             */
            rotate?: 90 | 180 | 270;
            /**
             * Start
             * @description Where to start, in seconds from the beginning.
             */
            start?: number;
            /**
             * Subtitles
             * @description keep: as tracks that viewers can turn on; burn: drawn into the picture; none: left out. A subtitle file sent after the video is treated the same way.
             * @default keep
             * @enum {string}
             */
            subtitles?: "keep" | "burn" | "none";
            /**
             * Subtitle track
             * @description The number of the subtitle track to keep or burn, from 1. By default, all are kept, or the first is burned in.
             */
            subtitleTrack?: number;
            /**
             * Target size
             * @description The maximum size of the result in bytes. If there are too few bytes for the picture, it is made smaller, unless you set its width or height.
             */
            targetBytes?: number;
            /**
             * Width
             * @description The width in pixels. Calculated from the height if left out.
             */
            width?: number;
        };
        VideoThumbnailOptions: {
            /**
             * Times
             * @description Times in seconds. One picture is taken at each.
             * @example [
             *       1.5,
             *       10
             *     ]
             */
            at?: number[];
            /**
             * Count
             * @description The number of pictures, at equal distances. Without any of these options, one representative picture is chosen.
             */
            count?: number;
            /**
             * Every
             * @description The number of seconds between pictures.
             */
            every?: number;
            /**
             * Contact sheet
             * @description A contact sheet with this many columns and rows of frames, spread over the whole video unless `every` is given.
             * @example {
             *       "columns": 4,
             *       "rows": 3
             *     }
             */
            grid?: {
                /** Columns */
                columns: number;
                /** Rows */
                rows: number;
            };
            /**
             * Height
             * @description The height of a frame in pixels. If both sides are given, the frame fits into them.
             */
            height?: number;
            /**
             * Output format
             * @description The format of the pictures.
             * @default jpeg
             * @enum {string}
             */
            outputFormat?: "jpeg" | "png" | "webp";
            /**
             * Sprite
             * @description Sheets of up to 100 frames with a WebVTT file that says which part of which sheet belongs to which time. `every` or `count` sets how many.
             * @default false
             */
            sprite?: boolean;
            /**
             * Width
             * @description The width of a frame in pixels. Defaults to the video's, or 320 in a contact sheet and 160 in a sprite.
             */
            width?: number;
        };
        VoiceIsolationOptions: {
            /**
             * Keep video
             * @description For a video: write the video in its own format with the picture unchanged and the new sound.
             * @default false
             */
            keepVideo?: boolean;
            /**
             * Mode
             * @description `noise`: removes hiss, hum, traffic and other noise; fast. `music`: removes music and everything else that is not a voice; slower.
             * @default noise
             */
            mode?: "noise" | "music";
            /**
             * Output format
             * @description By default WAV. WAV and FLAC keep sample rate, channels and length; MP3 has at most two channels and 48 kHz.
             */
            outputFormat?: "wav" | "flac" | "mp3";
            /**
             * Strength
             * @description How much of the background is removed: 1 all of it, 0 nothing.
             * @default 1
             */
            strength?: number;
        };
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            events: ("job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed")[];
            /** Format: date-time */
            failingSince?: string;
            id: string;
            /**
             * Format: date-time
             * @description Until then both secrets sign.
             */
            oldSecretUntil?: string;
            /** @enum {string} */
            pausedReason?: "by_hand" | "failing" | "gone";
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WebhookActivity: {
            /** @description The oldest hour first. */
            hours: {
                /** @description Attempts that got a 2xx response. */
                delivered: number;
                /** @description Attempts that failed and are not repeated. */
                failed: number;
                /** @description Attempts that failed and are repeated. */
                retried: number;
                /** Format: date-time */
                start: string;
            }[];
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookSecret: {
            id: string;
            /**
             * Format: date-time
             * @description Until then both secrets sign.
             */
            oldSecretUntil?: string;
            /** @description Shown only once. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    getServiceMap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceMap"];
                };
            };
        };
    };
    createArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewArtifact"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the artifact.
                 * @example art_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchList"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choice, of 1 to 255 visible characters: repeating a request with the same key creates nothing twice.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the job to end before responding. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    followBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last event seen: what came after it is told. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listBatchJobs: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    getBatchManifest: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Only the inputs in this state. */
                status?: "waiting" | "queued" | "processing" | "completed" | "failed" | "canceled";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchManifest"];
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example bat_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    rotateCallbacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old secret stays valid.
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnection"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the name of the connection.
                 * @example con_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the name of the connection.
                 * @example con_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    convert: {
        parameters: {
            query?: {
                /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                callbackUrl?: string;
                /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
                deleteAfterDownload?: "true" | "false";
                /**
                 * @description The name of a file that is sent as it is, or fetched from `inputUrl`.
                 * @example contract.pdf
                 */
                filename?: string;
                /** @description A file of a connection, which the service reads instead of receiving it. As a JSON object, like `{"connection": "archive", "key": "reports/a.csv"}`. */
                input?: string;
                /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                inputUrl?: string;
                /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                metadata?: string;
                /** @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL. */
                onTimeout?: "accept" | "fail";
                /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                output?: string;
                /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                retentionHours?: number;
                /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
                reuse?: "true" | "false";
                /** @description Seconds to wait for the result, 60 where it is left out. Not done by then: 202 with the job, or 504 where `onTimeout` is `fail`. */
                wait?: number;
            };
            header?: {
                /**
                 * @description The options and the bytes must be the same again.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
                /** @description `respond-async`: answer 202 with the job at once. */
                prefer?: string;
            };
            path: {
                /**
                 * @description A format, like `pdf`, or an extension of it.
                 * @example pdf
                 */
                outputFormat: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": {
                    /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                    callbackUrl?: string;
                    /**
                     * @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends.
                     * @enum {string}
                     */
                    deleteAfterDownload?: "true" | "false";
                    /**
                     * Format: binary
                     * @description The file; several for a job type that takes several, in their order, or each in a field named after its role, like `stamp`.
                     */
                    file: string;
                    /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                    inputUrl?: string;
                    /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                    metadata?: string;
                    /**
                     * @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL.
                     * @enum {string}
                     */
                    onTimeout?: "accept" | "fail";
                    /** @description Options that are lists or objects, as one JSON object. */
                    options?: string;
                    /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                    output?: string;
                    /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                    retentionHours?: number;
                    /**
                     * @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused.
                     * @enum {string}
                     */
                    reuse?: "true" | "false";
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description The output; several as a zip. With `Accept: application/json` the job. `X-Job-Id` and, for one output, `X-Artifact-Id` name them; `X-Warnings` has the codes of `result.warnings`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Not done within `wait`: it is found at `Location`. With `onTimeout=fail` this is a 504. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listAllDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The diagnostic id of a failure of the event's job.
                 * @example 0198f2a4-6c1e-7b3d-9a52-4e8f0c7d1b63
                 */
                diagnosticId?: string;
                /**
                 * @description The id of the event.
                 * @example evt_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                eventId?: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                runId?: string;
                /** @description Only those in this state. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only those of this type. */
                type?: "job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed" | "webhook.test";
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                webhookId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    download: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description A signature over the whole URL: no part of it can be changed.
                 * @example Zm9v
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the artifact.
                 * @example art_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                artifactId: string;
                /**
                 * @description The name of the file.
                 * @example contract.pdf
                 */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The part asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The client already has the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Fetch the file from the store at `Location`. */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    headDownload: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description A signature over the whole URL: no part of it can be changed.
                 * @example Zm9v
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the artifact.
                 * @example art_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                artifactId: string;
                /**
                 * @description The name of the file.
                 * @example contract.pdf
                 */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer is in the headers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client already has the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The id of the last event seen: an `evt_…`, a `webhook-id` or a `nextCursor`. */
                after?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getGoldenFile: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the job to end before responding. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the golden file.
                 * @example gld_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenFile"];
                };
            };
        };
    };
    removeGoldenFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the golden file.
                 * @example gld_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptGoldenFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the golden file.
                 * @example gld_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenFile"];
                };
            };
        };
    };
    checkGoldenFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the golden file.
                 * @example gld_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenFile"];
                };
            };
        };
    };
    listJobTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTypeList"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of this batch, which are left out otherwise. */
                batchId?: string;
                /**
                 * @description Only those created after this time.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                createdAfter?: string;
                /**
                 * @description Only those created before this time.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Only those in this state. */
                status?: "pending" | "uploading" | "queued" | "processing" | "completed" | "failed" | "canceled" | "expired";
                /** @description Only those of this type. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choice, of 1 to 255 visible characters: repeating a request with the same key creates nothing twice.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewImageUpscaleJob"] | components["schemas"]["NewSpeechToTextJob"] | components["schemas"]["NewStemSeparationJob"] | components["schemas"]["NewVoiceIsolationJob"] | components["schemas"]["NewArchiveCreateJob"] | components["schemas"]["NewArchiveExtractJob"] | components["schemas"]["NewFileCompareJob"] | components["schemas"]["NewDocumentConvertJob"] | components["schemas"]["NewDocumentExtractJob"] | components["schemas"]["NewHtmlToImageJob"] | components["schemas"]["NewHtmlToPdfJob"] | components["schemas"]["NewPdfTablesJob"] | components["schemas"]["NewFontConvertJob"] | components["schemas"]["NewImageCompressJob"] | components["schemas"]["NewImageConvertJob"] | components["schemas"]["NewImageEditJob"] | components["schemas"]["NewImageFaviconJob"] | components["schemas"]["NewImageResizeJob"] | components["schemas"]["NewAudioConvertJob"] | components["schemas"]["NewAudioWaveformJob"] | components["schemas"]["NewSubtitleConvertJob"] | components["schemas"]["NewSubtitleExtractJob"] | components["schemas"]["NewVideoConvertJob"] | components["schemas"]["NewVideoThumbnailJob"] | components["schemas"]["NewOcrJob"] | components["schemas"]["NewPdfAttachmentsJob"] | components["schemas"]["NewPdfBarcodeJob"] | components["schemas"]["NewPdfBookmarksJob"] | components["schemas"]["NewPdfCompareJob"] | components["schemas"]["NewPdfCompressJob"] | components["schemas"]["NewPdfCropJob"] | components["schemas"]["NewPdfExtractJob"] | components["schemas"]["NewPdfFlattenJob"] | components["schemas"]["NewPdfFormJob"] | components["schemas"]["NewPdfImagesJob"] | components["schemas"]["NewPdfInfoJob"] | components["schemas"]["NewPdfInvoiceJob"] | components["schemas"]["NewPdfLayoutJob"] | components["schemas"]["NewPdfLinearizeJob"] | components["schemas"]["NewPdfMergeJob"] | components["schemas"]["NewPdfMetadataJob"] | components["schemas"]["NewPdfNumberJob"] | components["schemas"]["NewPdfProtectJob"] | components["schemas"]["NewPdfRecolorJob"] | components["schemas"]["NewPdfRedactJob"] | components["schemas"]["NewPdfRemoveJob"] | components["schemas"]["NewPdfReorderJob"] | components["schemas"]["NewPdfRepairJob"] | components["schemas"]["NewPdfRotateJob"] | components["schemas"]["NewPdfSanitizeJob"] | components["schemas"]["NewPdfSignJob"] | components["schemas"]["NewPdfSplitJob"] | components["schemas"]["NewPdfStampJob"] | components["schemas"]["NewPdfToImageJob"] | components["schemas"]["NewPdfToPdfaJob"] | components["schemas"]["NewPdfUnlockJob"] | components["schemas"]["NewPdfVerifyJob"] | components["schemas"]["NewPdfWatermarkJob"] | components["schemas"]["NewThumbnailJob"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedJob"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedJob"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the job to end before responding. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    followJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last event seen: what came after it is told. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
        };
    };
    refreshJobUrls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    startJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    estimateJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewImageUpscaleJob"] | components["schemas"]["NewSpeechToTextJob"] | components["schemas"]["NewStemSeparationJob"] | components["schemas"]["NewVoiceIsolationJob"] | components["schemas"]["NewArchiveCreateJob"] | components["schemas"]["NewArchiveExtractJob"] | components["schemas"]["NewFileCompareJob"] | components["schemas"]["NewDocumentConvertJob"] | components["schemas"]["NewDocumentExtractJob"] | components["schemas"]["NewHtmlToImageJob"] | components["schemas"]["NewHtmlToPdfJob"] | components["schemas"]["NewPdfTablesJob"] | components["schemas"]["NewFontConvertJob"] | components["schemas"]["NewImageCompressJob"] | components["schemas"]["NewImageConvertJob"] | components["schemas"]["NewImageEditJob"] | components["schemas"]["NewImageFaviconJob"] | components["schemas"]["NewImageResizeJob"] | components["schemas"]["NewAudioConvertJob"] | components["schemas"]["NewAudioWaveformJob"] | components["schemas"]["NewSubtitleConvertJob"] | components["schemas"]["NewSubtitleExtractJob"] | components["schemas"]["NewVideoConvertJob"] | components["schemas"]["NewVideoThumbnailJob"] | components["schemas"]["NewOcrJob"] | components["schemas"]["NewPdfAttachmentsJob"] | components["schemas"]["NewPdfBarcodeJob"] | components["schemas"]["NewPdfBookmarksJob"] | components["schemas"]["NewPdfCompareJob"] | components["schemas"]["NewPdfCompressJob"] | components["schemas"]["NewPdfCropJob"] | components["schemas"]["NewPdfExtractJob"] | components["schemas"]["NewPdfFlattenJob"] | components["schemas"]["NewPdfFormJob"] | components["schemas"]["NewPdfImagesJob"] | components["schemas"]["NewPdfInfoJob"] | components["schemas"]["NewPdfInvoiceJob"] | components["schemas"]["NewPdfLayoutJob"] | components["schemas"]["NewPdfLinearizeJob"] | components["schemas"]["NewPdfMergeJob"] | components["schemas"]["NewPdfMetadataJob"] | components["schemas"]["NewPdfNumberJob"] | components["schemas"]["NewPdfProtectJob"] | components["schemas"]["NewPdfRecolorJob"] | components["schemas"]["NewPdfRedactJob"] | components["schemas"]["NewPdfRemoveJob"] | components["schemas"]["NewPdfReorderJob"] | components["schemas"]["NewPdfRepairJob"] | components["schemas"]["NewPdfRotateJob"] | components["schemas"]["NewPdfSanitizeJob"] | components["schemas"]["NewPdfSignJob"] | components["schemas"]["NewPdfSplitJob"] | components["schemas"]["NewPdfStampJob"] | components["schemas"]["NewPdfToImageJob"] | components["schemas"]["NewPdfToPdfaJob"] | components["schemas"]["NewPdfUnlockJob"] | components["schemas"]["NewPdfVerifyJob"] | components["schemas"]["NewPdfWatermarkJob"] | components["schemas"]["NewThumbnailJob"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
        };
    };
    createMerge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choice, of 1 to 255 visible characters: repeating a request with the same key creates nothing twice.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.
                     * @default false
                     */
                    autoStart?: boolean;
                    /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                    callbackUrl?: string;
                    /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
                    deleteAfterDownload?: boolean;
                    files: components["schemas"]["NewInput"][];
                    /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. */
                    metadata?: {
                        [key: string]: string;
                    };
                    options?: components["schemas"]["PdfMergeOptions"];
                    /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. */
                    output?: components["schemas"]["Output"];
                    /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                    retentionHours?: number;
                    /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
                    reuse?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedJob"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedJob"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Only runs of this recipe. */
                recipeId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the job to end before responding. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
        };
    };
    followRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last event seen: what came after it is told. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listRunFiles: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
        };
    };
    listRecipes: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeList"];
                };
            };
        };
    };
    createRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRecipe"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
        };
    };
    getRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
        };
    };
    updateRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedRecipe"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
        };
    };
    deleteRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGoldenFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenFileList"];
                };
            };
        };
    };
    addGoldenFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGoldenFile"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoldenFile"];
                };
            };
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choice, of 1 to 255 visible characters: repeating a request with the same key creates nothing twice.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRun"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
        };
    };
    listRecipeVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeVersionList"];
                };
            };
        };
    };
    getRecipeVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
        };
    };
    restoreRecipeVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
        };
    };
    run: {
        parameters: {
            query?: {
                /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                callbackUrl?: string;
                /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
                deleteAfterDownload?: "true" | "false";
                /**
                 * @description The name of a file that is sent as it is, or fetched from `inputUrl`.
                 * @example contract.pdf
                 */
                filename?: string;
                /** @description A file of a connection, which the service reads instead of receiving it. As a JSON object, like `{"connection": "archive", "key": "reports/a.csv"}`. */
                input?: string;
                /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                inputUrl?: string;
                /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                metadata?: string;
                /** @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL. */
                onTimeout?: "accept" | "fail";
                /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                output?: string;
                /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                retentionHours?: number;
                /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
                reuse?: "true" | "false";
                /** @description Seconds to wait for the result, 60 where it is left out. Not done by then: 202 with the job, or 504 where `onTimeout` is `fail`. */
                wait?: number;
            };
            header?: {
                /**
                 * @description The options and the bytes must be the same again.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
                /** @description `respond-async`: answer 202 with the job at once. */
                prefer?: string;
            };
            path: {
                /**
                 * @description The id of the job type.
                 * @example pdf-rotate
                 */
                jobType: "image-upscale" | "speech-to-text" | "stem-separation" | "voice-isolation" | "archive-create" | "archive-extract" | "file-compare" | "document-convert" | "document-extract" | "html-to-image" | "html-to-pdf" | "pdf-tables" | "font-convert" | "image-compress" | "image-convert" | "image-edit" | "image-favicon" | "image-resize" | "audio-convert" | "audio-waveform" | "subtitle-convert" | "subtitle-extract" | "video-convert" | "video-thumbnail" | "ocr" | "pdf-attachments" | "pdf-barcode" | "pdf-bookmarks" | "pdf-compare" | "pdf-compress" | "pdf-crop" | "pdf-extract" | "pdf-flatten" | "pdf-form" | "pdf-images" | "pdf-info" | "pdf-invoice" | "pdf-layout" | "pdf-linearize" | "pdf-merge" | "pdf-metadata" | "pdf-number" | "pdf-protect" | "pdf-recolor" | "pdf-redact" | "pdf-remove" | "pdf-reorder" | "pdf-repair" | "pdf-rotate" | "pdf-sanitize" | "pdf-sign" | "pdf-split" | "pdf-stamp" | "pdf-to-image" | "pdf-to-pdfa" | "pdf-unlock" | "pdf-verify" | "pdf-watermark" | "thumbnail";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": {
                    /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                    callbackUrl?: string;
                    /**
                     * @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends.
                     * @enum {string}
                     */
                    deleteAfterDownload?: "true" | "false";
                    /**
                     * Format: binary
                     * @description The file; several for a job type that takes several, in their order, or each in a field named after its role, like `stamp`.
                     */
                    file: string;
                    /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                    inputUrl?: string;
                    /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                    metadata?: string;
                    /**
                     * @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL.
                     * @enum {string}
                     */
                    onTimeout?: "accept" | "fail";
                    /** @description Options that are lists or objects, as one JSON object. */
                    options?: string;
                    /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                    output?: string;
                    /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                    retentionHours?: number;
                    /**
                     * @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused.
                     * @enum {string}
                     */
                    reuse?: "true" | "false";
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description The output; several as a zip. With `Accept: application/json` the job. `X-Job-Id` and, for one output, `X-Artifact-Id` name them; `X-Warnings` has the codes of `result.warnings`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Not done within `wait`: it is found at `Location`. With `onTimeout=fail` this is a 504. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    runRecipe: {
        parameters: {
            query?: {
                /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                callbackUrl?: string;
                /** @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends. */
                deleteAfterDownload?: "true" | "false";
                /**
                 * @description The name of a file that is sent as it is, or fetched from `inputUrl`.
                 * @example contract.pdf
                 */
                filename?: string;
                /** @description A file of a connection, which the service reads instead of receiving it. As a JSON object, like `{"connection": "archive", "key": "reports/a.csv"}`. */
                input?: string;
                /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                inputUrl?: string;
                /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                metadata?: string;
                /** @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL. */
                onTimeout?: "accept" | "fail";
                /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                output?: string;
                /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                retentionHours?: number;
                /** @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused. */
                reuse?: "true" | "false";
                /** @description Seconds to wait for the result, 60 where it is left out. Not done by then: 202 with the job, or 504 where `onTimeout` is `fail`. */
                wait?: number;
            };
            header?: {
                /**
                 * @description The options and the bytes must be the same again.
                 * @example order-4711
                 */
                "idempotency-key"?: string;
                /** @description `respond-async`: answer 202 with the job at once. */
                prefer?: string;
            };
            path: {
                /**
                 * @description The id of the recipe.
                 * @example rcp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": {
                    /** @description An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`. */
                    callbackUrl?: string;
                    /**
                     * @description Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends.
                     * @enum {string}
                     */
                    deleteAfterDownload?: "true" | "false";
                    /**
                     * Format: binary
                     * @description The file; several for a job type that takes several, in their order, or each in a field named after its role, like `stamp`.
                     */
                    file: string;
                    /** @description An http or https address, from which the service fetches the file instead of receiving it. */
                    inputUrl?: string;
                    /** @description Your own data: up to 16 pairs of strings, returned with the job or run and in events. As a JSON object, like `{"ref": "A-17"}`. */
                    metadata?: string;
                    /**
                     * @description The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL.
                     * @enum {string}
                     */
                    onTimeout?: "accept" | "fail";
                    /** @description Options that are lists or objects, as one JSON object. */
                    options?: string;
                    /** @description A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written. As a JSON object, like `{"connection": "archive", "key": "{name}.{ext}"}`. */
                    output?: string;
                    /** @description How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out. */
                    retentionHours?: number;
                    /**
                     * @description Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused.
                     * @enum {string}
                     */
                    reuse?: "true" | "false";
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description The output; several as a zip. With `Accept: application/json` the run. `X-Job-Id` and, for one output, `X-Artifact-Id` name them; `X-Warnings` has the codes of `result.warnings`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
            /** @description Not done within `wait`: it is found at `Location`. With `onTimeout=fail` this is a 504. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipeRun"];
                };
            };
        };
    };
    listTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerList"];
                };
            };
        };
    };
    createTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrigger"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
        };
    };
    getTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the trigger.
                 * @example trg_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
        };
    };
    deleteTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the trigger.
                 * @example trg_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the trigger.
                 * @example trg_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
        };
    };
    listTriggerLog: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the trigger.
                 * @example trg_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerLog"];
                };
            };
        };
    };
    putUpload: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description Use the address as it was given; nothing in it can be changed.
                 * @example Zm9v
                 */
                signature: string;
                /**
                 * @description The size that was declared, in bytes.
                 * @example 842134
                 */
                size: string;
                /** @description The media type that was declared. */
                type: string;
            };
            header?: never;
            path: {
                /**
                 * @description Which input, from 0.
                 * @example 0
                 */
                index: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Uploaded"];
                };
            };
        };
    };
    headUpload: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description Use the address as it was given; nothing in it can be changed.
                 * @example Zm9v
                 */
                signature: string;
                /**
                 * @description The size that was declared, in bytes.
                 * @example 842134
                 */
                size: string;
                /** @description The media type that was declared. */
                type: string;
            };
            header?: {
                /**
                 * @description The version of the tus protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable"?: "1.0.0";
            };
            path: {
                /**
                 * @description Which input, from 0.
                 * @example 0
                 */
                index: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer is in the headers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchUpload: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description Use the address as it was given; nothing in it can be changed.
                 * @example Zm9v
                 */
                signature: string;
                /**
                 * @description The size that was declared, in bytes.
                 * @example 842134
                 */
                size: string;
                /** @description The media type that was declared. */
                type: string;
            };
            header: {
                /**
                 * @description The version of the tus protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable": "1.0.0";
                /**
                 * @description How many bytes were sent before.
                 * @example 524288
                 */
                "Upload-Offset": number;
            };
            path: {
                /**
                 * @description Which input, from 0.
                 * @example 0
                 */
                index: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description `Upload-Offset` is the number of bytes received so far. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, with its log. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedWebhook"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    getWebhookActivity: {
        parameters: {
            query?: {
                /** @description The number of hours to go back. */
                hours?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookActivity"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The diagnostic id of a failure of the event's job.
                 * @example 0198f2a4-6c1e-7b3d-9a52-4e8f0c7d1b63
                 */
                diagnosticId?: string;
                /**
                 * @description The id of the event.
                 * @example evt_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                eventId?: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description The id of the run.
                 * @example run_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                runId?: string;
                /** @description Only those in this state. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only those of this type. */
                type?: "job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed" | "webhook.test";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event.
                 * @example evt_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                eventId: string;
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event.
                 * @example evt_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                eventId: string;
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentEvent"];
                };
            };
        };
    };
    redeliverFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveredEvents"];
                };
            };
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old secret stays valid.
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentEvent"];
                };
            };
        };
    };
    downloadZip: {
        parameters: {
            query: {
                /**
                 * @description When the address ends, in Unix seconds.
                 * @example 1767607200
                 */
                expires: string;
                /**
                 * @description A signature over the whole URL: no part of it can be changed.
                 * @example Zm9v
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the file.
                 * @example contract.pdf
                 */
                filename: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
}
