import { elementsOf, type Files } from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { isRow } from '@tagma/importers/rows.ts'
import type { ZulipPattern, ZulipRow } from './zulip-book.ts'

/**
 * Reads an export of the server that shall take ours: which columns its version has, and with which values they are filled.
 * Throws an `ImportProblem` if it is no export of Zulip.
 */
export async function readZulipPattern(files: Files): Promise<ZulipPattern> {
  if (files.size('realm.json') === undefined)
    throw new ImportProblem('The export that --like names has no realm.json: it is no export of Zulip.')
  const rows = new Map<string, ZulipRow>()
  const messages = files.names.find((name) => /^messages-\d+\.json$/.test(name))
  for (const name of ['realm.json', ...(messages === undefined ? [] : [messages]), 'attachment.json'])
    if (files.size(name) !== undefined)
      for await (const [table, row] of elementsOf(files, name))
        if (isRow(row) && !rows.has(table)) rows.set(table, row)
  const migrations =
    files.size('migration_status.json') === undefined ? undefined : await files.json('migration_status.json')
  return { rows, migrations: migrations === undefined ? undefined : JSON.stringify(migrations) }
}
