import type { Generated } from 'kysely';
import type { Role } from '../../contract/roles.ts';
import type { AuditEntry } from '../../contract/schemas/audit.ts';
import type { NullableTimestamp, Timestamp } from './columns.ts';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  operator: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CredentialsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AccountLinksTable {
  token_hash: Buffer;
  purpose: 'first_user' | 'password_reset';
  user_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface MembersTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: Timestamp;
}

export interface InvitationsTable {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  token_hash: Buffer;
  invited_by: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  accepted_at: NullableTimestamp;
  accepted_by: string | null;
  revoked_at: NullableTimestamp;
}

export interface AuditEntriesTable {
  id: string;
  created_at: Timestamp;
  workspace_id: string | null;
  actor_kind: AuditEntry['actor']['kind'];
  actor_id: string | null;
  actor_name: string | null;
  action: AuditEntry['action'];
  target_id: string;
  target_name: string | null;
  detail: string | null;
}
