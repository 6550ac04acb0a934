import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle to the database; its source decides which connection and transaction it uses. */
export type Db = Kysely<Tables>
