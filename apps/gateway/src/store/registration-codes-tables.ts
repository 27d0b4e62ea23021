import type { Generated } from 'kysely';

/** Codes that allow registration. Times are in seconds. */
export interface RegistrationCodeTables {
  registration_codes: {
    id: Generated<number>;
    code_hash: string;
    /** The code's last characters, for telling codes apart. */
    tail: string;
    name: string;
    creator_id: number;
    uses_max: number;
    uses: number;
    /** 0 for never. */
    expires_at: number;
    disabled: number;
    created_at: number;
  };
  /** Who registered with which code. */
  registration_code_uses: { user_id: number; code_id: number; used_at: number };
}
