import type { Db } from '#store/sql/db.ts'
import type { Tables } from '#store/sql/tables.ts'

/** A fact that bodies look up by a key, and that can be read for many bodies at once. */
export interface Foresight<K, V> {
  /** Tables that it is read from. A body that writes to one of them makes the others' facts be read again. */
  readonly tables: readonly (keyof Tables)[]
  /** Text that is the same for equal keys. */
  nameOf(key: K): string
  /** Reads one fact. */
  one(db: Db, organizationId: number, key: K): Promise<V>
  /**
   * Reads many facts by one statement, in the order of their keys. Sends it before it returns: use `prepared`. Only for
   * PostgreSQL.
   */
  many(db: Db, organizationId: number, keys: readonly K[]): Promise<V[]>
}

/** A fact that a body will probably look up. */
export interface Foreseen {
  readonly foresight: Foresight<unknown, unknown>
  readonly key: unknown
}

/** Says that a body will probably look up a fact. If it does not, or looks up another, nothing is wrong. */
export function foresee<K, V>(foresight: Foresight<K, V>, key: K): Foreseen {
  return { foresight, key }
}

/** Rows of one kind that can be written together, later in the same transaction. */
export interface RowWriter<R> {
  /** Writes rows. Sends its statement before it returns: use `prepared`. Only for PostgreSQL. */
  write(db: Db, rows: readonly R[]): Promise<unknown>
}
