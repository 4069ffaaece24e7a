// Made from the service's OpenAPI document by `npm run client:types`. Do not edit.
export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description The name that the other members see.
         */
        patch: operations["renameAccount"];
        trace?: never;
    };
    "/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends your other sessions.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description A signed-in user joins the workspace. Otherwise an account with the invited address is created and signed in.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at an invitation
         * @description What the holder of its link may know before accepting it.
         */
        post: operations["showInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the jobs of the last day
         * @description For operators: the jobs that ended in the last 24 hours by hour, by type with their durations, and by workspace and key.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log of the installation
         * @description For operators: who changed keys, members, connections, webhooks, plans or models in any workspace, newest first.
         */
        get: operations["listWholeAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a job
         * @description For operators: the webhook deliveries for a job of any workspace, found by its id or by the diagnostic id of a failure, with every attempt.
         */
        get: operations["listDeliveriesOfJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failures
         * @description For operators: failed attempts, newest first. They are kept as long as the files of their job.
         */
        get: operations["listFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/failures/{diagnosticId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a failure by its diagnostic id
         * @description For operators: the failed attempt with this `failure.diagnosticId`.
         */
        get: operations["findFailure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/failures/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count failures by reason
         * @description For operators: the failures of the last hours, by reason and job type.
         */
        get: operations["summariseFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/models/{name}/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a model
         * @description For operators: a worker downloads the model and verifies it. `GET /operator/system` has its progress, and its problem if it could not be installed.
         */
        post: operations["installModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description For operators: all plans, as the file of plans defines them.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the system status
         * @description Returns the workers, the engines and models as in `filemill doctor`, the queue, and the stored files.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all workspaces
         * @description For operators: all workspaces of the installation.
         */
        get: operations["listAllWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Put a workspace on a plan
         * @description For operators. The new limits apply from the next request on.
         */
        patch: operations["setPlan"];
        trace?: never;
    };
    "/operator/workspaces/{id}/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the owner of a workspace without members
         * @description For workspaces without members, such as one that `filemill keys create` made.
         */
        post: operations["adoptWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant AI credits
         * @description For operators. Granted credits add to the plan's allowance and stay until they are spent.
         */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password
         * @description With the link of `filemill users reset-password`. Ends every session of the user.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the session
         * @description The signed-in user, and the workspaces they are a member of.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie. After too many failures for an account or from an address, the answer is 429.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends this session and clears its cookie.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Lists the browsers in which you are signed in.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
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
         * End one of your sessions
         * @description The browser concerned is signed out at its next request.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/revoke-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all your sessions but this one
         * @description All other browsers are signed out at their next request.
         */
        post: operations["revokeOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/welcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the first user
         * @description Uses the link that the service prints at start-up until there is a user, and signs in.
         */
        post: operations["createFirstUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your workspaces
         * @description The workspaces you are a member of, with your role in each.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description For operators. You become its owner; invite others, and leave if it is not yours to keep.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a workspace
         * @description Includes the plan, the limits and your role.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description For owners. Ends its jobs and deletes its files, keys, recipes, batches, triggers, webhooks, connections and members. This cannot be undone. The audit log and past usage stay.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description For admins and owners.
         */
        patch: operations["renameWorkspace"];
        trace?: never;
    };
    "/workspaces/{workspaceId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Lists who changed the keys, members, connections, webhooks, name or plan of the workspace, newest first. Entries are never changed or deleted.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/events": {
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
    "/workspaces/{workspaceId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Includes invitations that were accepted, were revoked or have expired.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description The response contains the link, which is shown only once. No e-mail is sent: pass it on yourself. An open invitation for the same address is revoked.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/invitations/{id}": {
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
         * Revoke an invitation
         * @description Its link no longer works.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/job-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a job type
         * @description With `input` and `outputFormat`, only the options that have an effect on that conversion.
         */
        get: operations["getJobType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Lists jobs of every source, newest first, each with the key or run that created it.
         */
        get: operations["listAllJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/jobs/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the history of a job
         * @description The states of a job with their times, its events, and their deliveries.
         */
        get: operations["getJobHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/jobs/{id}/run-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job again, with other options
         * @description A new job of the same files, which need not be uploaded again, started at once. Write-only options are not kept: give them again.
         */
        post: operations["runJobAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description Only the last four characters of a key are shown.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The response has the key, which is shown only once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/keys/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a key
         * @description Takes back a revocation, within ten minutes.
         */
        post: operations["restoreKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Requests with this key are refused from now on. It can be restored within ten minutes.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Creates a new key with the same rights. The old one works until the overlap ends.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the credit ledger
         * @description All entries of AI credits, newest first. Their sum is the balance.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description All members of the workspace, with their roles.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/members/{userId}": {
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
         * Remove a member, or leave
         * @description Admins and owners may remove others; everybody may leave. The last owner cannot be removed.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Only owners may make somebody an owner or change an owner's role. The last owner cannot be changed.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/workspaces/{workspaceId}/recipes/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a recipe without saving it
         * @description Applies the same rules as saving, and lists every error with its step.
         */
        post: operations["previewRecipe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/recipes/step-choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the steps that fit at a position of a recipe
         * @description Lists every job type, with the reason if it does not fit.
         */
        post: operations["listStepChoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/recipes/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run steps without saving them
         * @description Runs the steps on a stored file as a saved recipe would, with branches and conditions, but writes nothing to connections. The response is a run, to be followed like any other.
         */
        post: operations["tryRecipe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/usage/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read usage by type, key or source
         * @description Counts the jobs that ended within the last days, and those in progress, by type, by key or by source.
         */
        get: operations["getUsageBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspaceId}/usage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read past usage
         * @description Returns operations, AI credits and storage by UTC day or month, with the limit of the plan.
         */
        get: operations["getUsageHistory"];
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
        AcceptedInvitation: {
            /** @description One line: no control characters. */
            name?: string;
            /** @description 10 to 128 characters, any but U+0000. */
            password?: string;
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        Activity: {
            /** @description By workspace, key and job type, the most frequent first, at most 50. */
            callers: {
                /** @description Jobs that completed. */
                completed: number;
                /** @description Jobs that failed. */
                failed: number;
                /** @description The API key; absent for the workspace page. */
                keyName?: string;
                type: string;
                workspaceId: string;
                workspaceName: string;
            }[];
            /**
             * Format: date-time
             * @description If too many jobs ended to count them all: only those that ended since this time are counted.
             */
            countedSince?: string;
            /** @description The disk by the hour, the earliest first. */
            disk: {
                /** @description The fewest bytes that were free on the disk of a worker. */
                freeBytes?: number;
                /** Format: date-time */
                start: string;
                /** @description The most bytes that were stored in this hour. */
                storedBytes: number;
            }[];
            /** @description The hours in which jobs ended, the earliest first. */
            hours: {
                /** @description Jobs that completed. */
                completed: number;
                /** @description Jobs that failed. */
                failed: number;
                /** Format: date-time */
                start: string;
                /** @description The average number of jobs that waited. */
                waiting: number;
                /** @description 95 % of the jobs waited at most this long. */
                waitMs95?: number;
            }[];
            /**
             * Format: date-time
             * @description The beginning of the first hour.
             */
            since: string;
            /** @description By job type, the most frequent first. */
            types: {
                /** @description Jobs that completed. */
                completed: number;
                /** @description Half of the completed jobs took at most this long. */
                durationMs50?: number;
                /** @description 95 % of the completed jobs took at most this long. */
                durationMs95?: number;
                /** @description Jobs that failed. */
                failed: number;
                type: string;
            }[];
        };
        AuditEntry: {
            /** @enum {string} */
            action: "key.created" | "key.rotated" | "key.revoked" | "key.restored" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "invitation.revoked" | "connection.created" | "connection.changed" | "connection.deleted" | "webhook.created" | "webhook.changed" | "webhook.paused" | "webhook.resumed" | "webhook.secret_rotated" | "webhook.deleted" | "callbacks.secret_rotated" | "workspace.created" | "workspace.renamed" | "workspace.plan_changed" | "workspace.adopted" | "workspace.deleted" | "workspace.credits_granted" | "user.password_reset" | "user.operator_added" | "user.operator_removed" | "model.install_requested";
            actor: {
                id?: string;
                /**
                 * @description `user`: a signed-in user; `key`: an API key; `server`: a command on the server, or its first start.
                 * @enum {string}
                 */
                kind: "user" | "key" | "server";
                /** @description The user's e-mail address or the key's name, at that time. */
                name?: string;
            };
            /** Format: date-time */
            at: string;
            /** @description The new value, if there is one: the role, the plan, the number of credits, or the id of the new key. */
            detail?: string;
            id: string;
            target: {
                /** @description The id of the changed object, or the name of the model. */
                id: string;
                /** @description Its name, e-mail address or host, at that time. */
                name?: string;
            };
            /** @description Absent if the change concerns the whole installation. */
            workspaceId?: string;
        };
        AuditLog: {
            entries: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        ChangedMember: {
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
        };
        ChangedPassword: {
            /** @description Any characters but U+0000. */
            currentPassword: string;
            /** @description 10 to 128 characters, any but U+0000. */
            newPassword: string;
        };
        ChangedPlan: {
            plan: string;
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
        ChosenPassword: {
            /** @description 10 to 128 characters, any but U+0000. */
            password: string;
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        CreatedInvitation: {
            /** Format: date-time */
            acceptedAt?: string;
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** @description A user id. */
            invitedBy?: string;
            /** @description Shown only once. No email is sent, so pass it on yourself. */
            link: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "open" | "accepted" | "revoked" | "expired";
        };
        CreatedKey: {
            id: string;
            /** @description Shown only once. */
            key: string;
        };
        CreditEntry: {
            /** @description Negative where credits are spent. */
            amount: number;
            /** Format: date-time */
            createdAt: string;
            id: string;
            jobId?: string;
            /** @enum {string} */
            kind: "allowance" | "expiry" | "grant" | "reservation" | "settlement" | "release";
            note: string;
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
        Failure: {
            /** Format: date-time */
            at: string;
            attempt: number;
            /** @description Details from the engine or the worker. */
            detail: string;
            /**
             * Format: uuid
             * @description The `failure.diagnosticId` of the job.
             */
            diagnosticId: string;
            /** @description The engines that the job needs. */
            engines: string[];
            exitCode?: number;
            jobId: string;
            jobType: string;
            /**
             * @description `retried`: the job was run again afterwards.
             * @enum {string}
             */
            outcome: "retried" | "failed";
            /** @description The program that ended badly, if one did. */
            program?: string;
            /** @enum {string} */
            reason: "input_unreachable" | "unreadable_input" | "password_required" | "wrong_password" | "option_mismatch" | "not_representable" | "unsupported_content" | "language_not_supported" | "limit_exceeded" | "timeout" | "engine_error";
            signal?: string;
            /** @description The last 4 KiB of its error output. */
            stderr?: string;
            workerId?: string;
            workspaceId: string;
        };
        FailureList: {
            failures: components["schemas"]["Failure"][];
            nextCursor: string | null;
        };
        FailureSummary: {
            hours: number;
            /** @description The most frequent first. */
            reasons: {
                /** @description Attempts that failed. */
                attempts: number;
                /** @description Jobs that failed for good. */
                jobs: number;
                jobType: string;
                /** Format: date-time */
                lastAt: string;
                /**
                 * Format: uuid
                 * @description It may have been deleted with its job.
                 */
                lastDiagnosticId: string;
                /** @enum {string} */
                reason: "input_unreachable" | "unreadable_input" | "password_required" | "wrong_password" | "option_mismatch" | "not_representable" | "unsupported_content" | "language_not_supported" | "limit_exceeded" | "timeout" | "engine_error";
            }[];
        };
        Grant: {
            /** @description Negative to take credits back; not 0. */
            amount: number;
            /** @default  */
            note?: string;
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
        Invitation: {
            /** Format: date-time */
            acceptedAt?: string;
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** @description A user id. */
            invitedBy?: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "open" | "accepted" | "revoked" | "expired";
        };
        InvitationList: {
            invitations: components["schemas"]["Invitation"][];
            nextCursor: string | null;
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
        JobHistory: {
            /** @description While it is queued: jobs of the workspace that were queued before it. */
            ahead?: number;
            /** @description Their deliveries, newest first. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description The events sent to webhooks, oldest first. */
            events: components["schemas"]["Event"][];
            origin: components["schemas"]["JobOrigin"];
            /** @description In chronological order. */
            timeline: {
                /** Format: date-time */
                at: string;
                attempt?: number;
                /** Format: uuid */
                diagnosticId?: string;
                /** @enum {string} */
                reason?: "input_unreachable" | "unreadable_input" | "password_required" | "wrong_password" | "option_mismatch" | "not_representable" | "unsupported_content" | "language_not_supported" | "limit_exceeded" | "timeout" | "engine_error";
                /** @enum {string} */
                what: "created" | "uploaded" | "queued" | "started" | "retried" | "completed" | "failed" | "canceled" | "expired";
                worker?: string;
            }[];
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
        JobOrigin: {
            key?: {
                id: string;
                name: string;
            };
            run?: {
                id: string;
                recipeId: string;
                recipeName: string;
                stepIndex: number;
            };
        };
        JobType: {
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
        Key: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description Its last four characters. */
            hint: string;
            id: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt?: string;
            name: string;
            /** @description The key that replaces it. This key stays valid until `expiresAt`. */
            rotatedTo?: string;
            scopes: ("jobs:read" | "jobs:write" | "recipes:read" | "recipes:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write")[];
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
        };
        KeyList: {
            keys: components["schemas"]["Key"][];
            nextCursor: string | null;
        };
        Ledger: {
            /** @description The sum of all entries. */
            balance: number;
            entries: components["schemas"]["CreditEntry"][];
            nextCursor: string | null;
        };
        Member: {
            email: string;
            /** Format: date-time */
            joinedAt: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            userId: string;
        };
        MemberList: {
            members: components["schemas"]["Member"][];
            nextCursor: string | null;
        };
        NewInvitation: {
            /** @description An address like name@example.com. Capital letters make no difference. */
            email: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
        };
        NewKey: {
            /**
             * Format: date-time
             * @description A time in the future. By default never.
             */
            expiresAt?: string;
            /**
             * @description The purpose of the key, in one line.
             * @default API key
             */
            name?: string;
            /** @description By default jobs:read, jobs:write, recipes:read, recipes:write. */
            scopes?: ("jobs:read" | "jobs:write" | "recipes:read" | "recipes:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write")[];
        };
        NewWorkspace: {
            /** @description One line: no control characters. */
            name: string;
            /** @description By default `developer`. */
            plan?: string;
        };
        OpenInvitation: {
            email: string;
            /** Format: date-time */
            expiresAt: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            workspace: {
                id: string;
                name: string;
            };
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
        PlanList: {
            plans: {
                aiCreditsPerMonth?: number;
                apiAccess: boolean;
                id: string;
                limits: components["schemas"]["PlanLimits"];
                operationsPerDay?: number;
                operationsPerMonth?: number;
            }[];
        };
        RecipeDraft: {
            /** @description The saved recipe that is being changed. */
            recipeId?: string;
            steps: components["schemas"]["ChangedStep"][];
        };
        RecipePreview: {
            /** @description The formats a run may start with. */
            accepts: string[];
            steps: {
                errors: {
                    message: string;
                    path: string;
                }[];
                index: number;
                /** @description The formats it may produce. */
                outputs?: string[];
            }[];
            /** @description Whether it could be saved. */
            valid: boolean;
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
        RecipeTrial: {
            /** @description A retained artifact. */
            inputArtifactId: string;
            /** @description The name that lists show with its jobs. */
            name?: string;
            /** @description The saved recipe that is being changed. */
            recipeId?: string;
            steps: components["schemas"]["ChangedStep"][];
        };
        RenamedWorkspace: {
            /** @description One line: no control characters. */
            name: string;
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
        RevokedSessions: {
            /** @description The number of sessions that ended. */
            revoked: number;
        };
        Session: {
            address?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether it is the current one. */
            current: boolean;
            /**
             * Format: date-time
             * @description Extended while it is used.
             */
            expiresAt: string;
            id: string;
            userAgent?: string;
        };
        SessionList: {
            sessions: components["schemas"]["Session"][];
        };
        ShownInvitation: {
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        SignedIn: {
            sessionId: string;
            user: components["schemas"]["User"];
            workspaces: {
                id: string;
                name: string;
                /** @enum {string} */
                role: "viewer" | "member" | "admin" | "owner";
            }[];
        };
        SignIn: {
            email: string;
            /** @description Any characters but U+0000. */
            password: string;
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
        StepChoices: {
            choices: {
                /** @description Whether it fits only if it collects the files of the step before. */
                collect?: boolean;
                fits: boolean;
                /** @description Whether it fits only if it runs for each file of the step before. */
                forEach?: boolean;
                jobType: string;
                /** @description Initial options; other required ones must be filled in. */
                options?: {
                    [key: string]: unknown;
                };
                /** @description The values of `outputFormat` with which it fits. */
                outputFormats?: string[];
                /** @description Why it does not fit there. */
                reason?: string;
            }[];
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
        StepQuestion: {
            /** @description The position of the new step. */
            at: number;
            /** @description The saved recipe that is being changed. */
            recipeId?: string;
            steps: components["schemas"]["ChangedStep"][];
        };
        System: {
            engines: {
                id: string;
                /** @description Whether set-up is installing it now. */
                installing?: boolean;
                licence: string;
                /** @description Debian packages that provide it. */
                packages: string[];
                title: string;
                /** @description Absent if no worker has it. */
                version?: string;
            }[];
            /** @description The command that installs the missing engines. */
            install?: string;
            models: {
                bytes: number;
                commercialUse: boolean;
                default: boolean;
                engine: string;
                /** @description Whether it can be downloaded. Files of other models are put into MODELS_DIR by hand. */
                installable: boolean;
                installed: boolean;
                installing?: {
                    percent: number;
                    /** @description Whether no worker has begun yet. */
                    waiting: boolean;
                };
                jobTypes: string[];
                /** @description Whether MODELS=permissive excludes it for its licence. */
                leftOut: boolean;
                licence: string;
                name: string;
                /** @description Why it could not be installed the last time. */
                problem?: {
                    message: string;
                    /** @description `unreachable`: its server does not answer; `denied`: MODELS_DIR cannot be written; `full`: its disk is full; `other`. */
                    reason: string;
                };
                /** @description The command that downloads it. */
                pull?: string;
                purpose: string;
            }[];
            queue: {
                oldestSeconds: number;
                processing: number;
                queued: number;
                /** @description Workspaces with jobs in progress, the longest-waiting first. */
                workspaces: {
                    id: string;
                    name: string;
                    /** Format: date-time */
                    oldestQueuedAt?: string;
                    processing: number;
                    queued: number;
                }[];
            };
            storage: {
                bytes: number;
                /**
                 * Format: date-time
                 * @description When the last check of all files finished.
                 */
                checkedAt?: string;
                /** @description Files found to be damaged. */
                damaged: number;
                files: number;
            };
            workers: {
                alive: boolean;
                /** @description Its engines, and its models as model:<name>. */
                has: string[];
                id: string;
                /** @description Jobs that it is running. */
                jobs: number;
                /** Format: date-time */
                seenAt: string;
                /** Format: date-time */
                startedAt: string;
            }[];
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
        UsageBreakdown: {
            /** @enum {string} */
            by: "type" | "key" | "source";
            days: number;
            /** @description The largest first. Jobs count on the day they end, even if they were deleted since; waiting and running jobs count today. */
            shares: {
                completed: number;
                credits: number;
                /** @description With `daily`: the days that have any, oldest first. */
                days?: {
                    completed: number;
                    credits: number;
                    /** Format: date */
                    day: string;
                    failed: number;
                    operations: number;
                }[];
                failed: number;
                /** @description Absent for jobs that were not created with a key. */
                id?: string;
                /** @description The name of the key. */
                name?: string;
                operations: number;
            }[];
        };
        UsageHistory: {
            /** @description The plan's operations per window. Absent if there is no limit. */
            limit?: number;
            /** @enum {string} */
            unit: "day" | "month";
            /** @description Newest first; windows without usage are omitted. */
            windows: {
                /** @description AI credits spent. */
                credits: number;
                operations: number;
                /** Format: date */
                start: string;
                /** @description The most stored at any time. */
                storageBytes?: number;
            }[];
        };
        User: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            id: string;
            name: string;
            /** @description Sees why jobs failed, in every workspace, and sets plans. */
            operator: boolean;
        };
        Welcome: {
            /** @description An address like name@example.com. Capital letters make no difference. */
            email: string;
            /** @description One line: no control characters. */
            name: string;
            /** @description 10 to 128 characters, any but U+0000. */
            password: string;
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        Workspace: {
            /** @description Whether its plan allows API keys. */
            apiAccess?: boolean;
            /** Format: date-time */
            createdAt: string;
            id: string;
            limits?: components["schemas"]["PlanLimits"];
            /** @description The number of members, for operators. */
            members?: number;
            name: string;
            plan: string;
            /**
             * @description Your role in it.
             * @enum {string}
             */
            role?: "viewer" | "member" | "admin" | "owner";
        };
        WorkspaceJobList: {
            jobs: {
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
                origin: components["schemas"]["JobOrigin"];
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
            }[];
            nextCursor: string | null;
        };
        WorkspaceList: {
            nextCursor: string | null;
            workspaces: components["schemas"]["Workspace"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    renameAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line: no control characters. */
                    name: string;
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
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedPassword"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description If you are signed in, only the token. Otherwise also your name and a password; your email address is the invited one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptedInvitation"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    showInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShownInvitation"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvitation"];
                };
            };
        };
    };
    getActivity: {
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
                    "application/json": components["schemas"]["Activity"];
                };
            };
        };
    };
    listWholeAuditLog: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Only changes in this workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId?: string;
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
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
    listDeliveriesOfJob: {
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
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId?: string;
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
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    listFailures: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description Only those of jobs that need this engine.
                 * @example libreoffice
                 */
                engine?: string;
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                jobId?: string;
                /**
                 * @description The id of the job type.
                 * @example pdf-rotate
                 */
                jobType?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Only those for this reason. */
                reason?: "input_unreachable" | "unreadable_input" | "password_required" | "wrong_password" | "option_mismatch" | "not_representable" | "unsupported_content" | "language_not_supported" | "limit_exceeded" | "timeout" | "engine_error";
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId?: string;
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
                    "application/json": components["schemas"]["FailureList"];
                };
            };
        };
    };
    findFailure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As `failure.diagnosticId` of the job says.
                 * @example 0198f2a4-6c1e-7b3d-9a52-4e8f0c7d1b63
                 */
                diagnosticId: string;
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
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    summariseFailures: {
        parameters: {
            query?: {
                /** @description The number of hours to go back, counted from the start of an hour. */
                hours?: number;
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
                    "application/json": components["schemas"]["FailureSummary"];
                };
            };
        };
    };
    installModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the model.
                 * @example whisper-small
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A worker will install it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPlans: {
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
                    "application/json": components["schemas"]["PlanList"];
                };
            };
        };
    };
    getSystem: {
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
                    "application/json": components["schemas"]["System"];
                };
            };
        };
    };
    listAllWorkspaces: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Only those without a member. */
                memberless?: "true" | "false";
                /** @description A part of its name. */
                search?: string;
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
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
        };
    };
    setPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedPlan"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    adoptWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
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
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Grant"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditEntry"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenPassword"];
            };
        };
        responses: {
            /** @description Changed. Sign in with it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSession: {
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
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. This is also the answer if nobody was signed in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSessions: {
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
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example ses_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeOtherSessions: {
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
                    "application/json": components["schemas"]["RevokedSessions"];
                };
            };
        };
    };
    createFirstUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Welcome"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    listWorkspaces: {
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
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query: {
                /** @description The name of the workspace, as a confirmation. */
                name: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace is gone; its files are erased within minutes. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamedWorkspace"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    listAuditLog: {
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
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The id of the last event seen: an `evt_…`, a `webhook-id` or a `nextCursor`. */
                after?: string;
                /** @description With order `newest`: the `nextCursor` of the previous page. */
                before?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description Which come first. */
                order?: "oldest" | "newest";
                /** @description Only those of this type. */
                type?: "job.started" | "job.completed" | "job.failed" | "job.canceled" | "job.expired" | "job.delivered" | "job.delivery_failed" | "run.completed" | "run.failed" | "run.canceled" | "run.delivered" | "run.delivery_failed" | "batch.completed" | "golden_file.different" | "golden_file.failed";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    listInvitations: {
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
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invitation.
                 * @example inv_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its link no longer works. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getJobType: {
        parameters: {
            query?: {
                /** @description A format it accepts. */
                input?: string;
                /**
                 * @description The requested format.
                 * @example pdf
                 */
                outputFormat?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the job type.
                 * @example pdf-rotate
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["JobType"];
                };
            };
        };
    };
    listAllJobs: {
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
                 * @description Created with this key.
                 * @example key_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                keyId?: string;
                /**
                 * @description The maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description A part of an input's filename, or the whole id of a job, a run or a failure. */
                search?: string;
                /** @description Only those of this source. */
                source?: "api" | "recipe" | "workspace";
                /** @description Only those in this state. */
                status?: "pending" | "uploading" | "queued" | "processing" | "completed" | "failed" | "canceled" | "expired";
                /** @description Only those of this type. */
                type?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["WorkspaceJobList"];
                };
            };
        };
    };
    getJobHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["JobHistory"];
                };
            };
        };
    };
    runJobAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job.
                 * @example job_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All options of the new job. By default those of the earlier job. */
                    options?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listKeys: {
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
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
        };
    };
    restoreKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example key_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key works again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example key_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key no longer works. It stays in the list. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example key_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                id: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key stays valid.
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
        };
    };
    listLedger: {
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
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["Ledger"];
                };
            };
        };
    };
    listMembers: {
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
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["MemberList"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the member.
                 * @example usr_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                userId: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is no longer a member, from their next request on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the member.
                 * @example usr_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                userId: string;
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedMember"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    previewRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipeDraft"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipePreview"];
                };
            };
        };
    };
    listStepChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepQuestion"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepChoices"];
                };
            };
        };
    };
    tryRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipeTrial"];
            };
        };
        responses: {
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
    getUsageBreakdown: {
        parameters: {
            query?: {
                /** @description What the shares are of. */
                by?: "type" | "key" | "source";
                /** @description Also gives the figures of each day. */
                daily?: "true" | "false";
                /** @description The number of UTC days, including today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["UsageBreakdown"];
                };
            };
        };
    };
    getUsageHistory: {
        parameters: {
            query?: {
                /**
                 * @description The number of windows to go back.
                 * @example 20
                 */
                limit?: number;
                /** @description How long a window is. */
                unit?: "day" | "month";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the workspace.
                 * @example wsp_01kcz4m8e7fq0v3b9s6t2w5x8y
                 */
                workspaceId: string;
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
                    "application/json": components["schemas"]["UsageHistory"];
                };
            };
        };
    };
}
