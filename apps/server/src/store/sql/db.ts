import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle to the database. Which connection and transaction it stands for depends on where it came from. */
export type Db = Kysely<Tables>
