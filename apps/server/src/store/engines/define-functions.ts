import type { DatabaseSync } from 'node:sqlite'
import { holdsPhrase } from '#text/phrase.ts'

/** Gives a connection the functions of queries that SQLite does not have: `holds_phrase(content, rendered, phrase)`. */
export function defineFunctions(database: DatabaseSync): void {
  database.function('holds_phrase', { deterministic: true }, (content, rendered, phrase) =>
    holdsPhrase(String(content), String(rendered), String(phrase)) ? 1 : 0,
  )
}
