import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { participantsKey, topicKey } from '#store/sql/conversation-keys.ts'
import { isDamage } from './database-file.ts'

/** Result of salvaging a table. */
export interface SalvagedTable {
  readonly name: string
  /** Rows that were copied with everything they refer to. */
  readonly saved: number
  /** Rows that could not be read; undefined if their number is unknown. */
  readonly lost: number | undefined
  /** Rows that could be read but refer to lost rows. */
  readonly orphaned: number
}

type Row = readonly SQLOutputValue[]

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that order the table, in their order; they find the first row without reading all. */
  readonly key: readonly string[]
}

/** Ids are larger than 0, and far smaller. */
const largest = 2n ** 62n

/** The index of words: a job makes it again from the messages. */
const isIndexOfWords = (name: string) => name.startsWith('message_search') || name.startsWith('search_')

/**
 * Copies all readable rows of a damaged database into a new file. Behind unreadable pages, it goes on with the next
 * readable row. Leaves out rows that refer to lost rows, so that the copy is consistent; channel messages whose topic
 * is lost get a topic that says so. Throws if even the list of tables cannot be read.
 */
export function salvage(from: string, to: string): SalvagedTable[] {
  const source = new DatabaseSync(from)
  const target = new DatabaseSync(to)
  try {
    source.exec('pragma query_only = on')
    target.exec('pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = off')
    const tables = makeTables(source, target)
    target.exec('begin')
    const copied = tables.map((table) => ({ table, saved: copy(source, target, table) }))
    nameLostTopics(target)
    const orphaned = removeOrphans(
      target,
      tables.map(({ name }) => name),
    )
    keepIdsUsed(source, target)
    target.exec('commit')
    return copied.map(({ table: { name }, saved }) => {
      const orphans = orphaned.get(name) ?? 0
      const held = rowsHeld(source, name)
      return {
        name,
        saved: saved - orphans,
        lost: held === undefined ? undefined : Math.max(0, held - saved),
        orphaned: orphans,
      }
    })
  } finally {
    source.close()
    target.close()
    const file = openSync(to, 'r+')
    fsyncSync(file)
    closeSync(file)
  }
}

/** Makes the tables and indexes of the source; returns the tables to copy. */
function makeTables(source: DatabaseSync, target: DatabaseSync): Table[] {
  const listed = source
    .prepare(`select type, name, sql from sqlite_master where sql is not null order by type = 'index', rowid`)
    .all() as { type: string; name: string; sql: string }[]
  const virtual = listed.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => name)
  const isShadow = (name: string) =>
    virtual.some((owner) =>
      ['data', 'idx', 'content', 'docsize', 'config'].some((part) => name === `${owner}_${part}`),
    )
  const tables: Table[] = []
  for (const { type, name, sql } of listed) {
    if (name.startsWith('sqlite_') || isShadow(name)) continue
    target.exec(sql)
    if (type === 'table' && !isIndexOfWords(name)) tables.push({ name, ...columnsOf(target, name) })
  }
  return tables
}

function columnsOf(target: DatabaseSync, name: string): Pick<Table, 'columns' | 'key'> {
  const columns = target.prepare('select name, pk from pragma_table_info(?)').all(name) as {
    name: string
    pk: number
  }[]
  const { wr } = target.prepare('select wr from pragma_table_list where name = ?').get(name) as { wr: number }
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  return {
    columns: columns.map((column) => column.name),
    key: wr === 1 ? key.map((column) => column.name) : ['rowid'],
  }
}

const quoted = (name: string) => `"${name}"`
const listOf = (names: readonly string[]) => names.map(quoted).join(', ')

function copy(source: DatabaseSync, target: DatabaseSync, table: Table): number {
  const { name, columns } = table
  const insert = target.prepare(
    `insert or ignore into ${quoted(name)} (${listOf(columns)}) values (${columns.map(() => '?').join(', ')})`,
  )
  let saved = 0
  for (const row of readable(source, table)) saved += Number(insert.run(...row).changes)
  return saved
}

/** Place to read on from: a condition, and the values of its question marks. */
interface Place {
  readonly condition: string
  readonly values: Row
}

/** Readable rows of a table: forwards over unreadable stretches, and finally backwards from the end. */
function* readable(source: DatabaseSync, { name, key, columns }: Table): Generator<Row> {
  const read = function* ({ condition, values }: Place, order: 'asc' | 'desc'): Generator<Row, boolean> {
    try {
      const statement = source.prepare(
        `select ${listOf([...key, ...columns])} from ${quoted(name)} ${condition}
         order by ${key.map((column) => `${quoted(column)} ${order}`).join(', ')}`,
      )
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      for (const row of statement.iterate(...values) as Iterable<unknown> as Iterable<Row>) yield row
      return true
    } catch (error) {
      if (!isDamage(error)) throw error
      return false
    }
  }
  const isReadable = (place: Place) => {
    const first = read(place, 'asc').next()
    return first.done !== true || first.value
  }

  let place: Place | undefined = { condition: '', values: [] }
  let last: Row | undefined
  while (place) {
    const before = last
    const rows = read(place, 'asc')
    let next = rows.next()
    for (; next.done !== true; next = rows.next()) {
      last = next.value.slice(0, key.length)
      yield next.value.slice(key.length)
    }
    if (next.value) return
    if (last === before && last !== undefined) break
    place = placeBehind(key, last, isReadable)
  }
  for (const row of read(last ? comparison(key, '>', last) : { condition: '', values: [] }, 'desc'))
    yield row.slice(key.length)
}

/** First place behind a row from which the table is readable again; undefined if there is no such place. */
function placeBehind(
  key: readonly string[],
  last: Row | undefined,
  isReadable: (place: Place) => boolean,
): Place | undefined {
  // The last column first: the next row behind a bad page may have the same first columns.
  for (let index = last ? key.length - 1 : 0; index >= 0; index--) {
    const from = last ? last[index] : -1n
    if (typeof from !== 'bigint') continue
    const at = (step: bigint) =>
      comparison(key.slice(0, index + 1), '>=', [...(last ?? []).slice(0, index), from + step])
    let good = 1n
    while (good < largest && !isReadable(at(good))) good *= 2n
    if (good >= largest) continue
    for (let bad = good / 2n; good - bad > 1n;) {
      const middle = (good + bad) / 2n
      if (isReadable(at(middle))) good = middle
      else bad = middle
    }
    return at(good)
  }
  return undefined
}

const comparison = (key: readonly string[], sign: '>' | '>=', values: Row): Place => ({
  condition: `where (${listOf(key)}) ${sign} (${key.map(() => '?').join(', ')})`,
  values,
})

/** Number of a table's rows, counted in any readable index; undefined if no index is readable. */
function rowsHeld(source: DatabaseSync, table: string): number | undefined {
  const indexes = source
    .prepare(`select name from sqlite_master where type = 'index' and tbl_name = ?`)
    .all(table) as { name: string }[]
  for (const by of ['not indexed', ...indexes.map(({ name }) => `indexed by ${quoted(name)}`)]) {
    try {
      const row = source.prepare(`select count(*) as count from ${quoted(table)} ${by}`).get()
      return Number(row?.count)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  }
  return undefined
}

/** Gives messages of a lost conversation another one. Participants may be known from elsewhere; topics are not. */
function nameLostTopics(target: DatabaseSync): void {
  if (!hasTable(target, 'messages') || !hasTable(target, 'conversations')) return
  const lost = target
    .prepare(
      `select conversation_id as id, organization_id, channel_id, max(id) as newest,
         (select group_concat(user_id) from conversation_participants
           where conversation_participants.conversation_id = messages.conversation_id) as people
       from messages where conversation_id not in (select id from conversations) group by conversation_id`,
    )
    .all() as Record<'id' | 'organization_id' | 'channel_id' | 'newest', number>[] &
    { people: string | null }[]
  const insert = target.prepare(
    `insert or ignore into conversations (id, organization_id, channel_id, topic, key, newest_message_id)
     values (?, ?, ?, ?, ?, ?)`,
  )
  for (const { id, organization_id, channel_id, newest, people } of lost) {
    const topic = `Salvaged ${id}`
    if (channel_id > 0) insert.run(id, organization_id, channel_id, topic, topicKey(topic), newest)
    else if (people !== null)
      insert.run(id, organization_id, 0, '', participantsKey(people.split(',').map(Number)), newest)
  }
}

/** Tables to which columns of these names refer; 0 refers to no row. */
const parents = {
  organization_id: 'organizations',
  user_id: 'users',
  sender_id: 'users',
  channel_id: 'channels',
  group_id: 'user_groups',
  conversation_id: 'conversations',
  message_id: 'messages',
} as const

/** Deletes rows that refer to lost rows; returns their number by table. */
function removeOrphans(target: DatabaseSync, tables: readonly string[]): Map<string, number> {
  const removed = new Map<string, number>()
  for (let changes = 1; changes > 0;) {
    changes = 0
    for (const table of tables) {
      for (const [column, parent] of referencesOf(target, table)) {
        const gone = Number(
          target
            .prepare(
              `delete from ${quoted(table)} where ${quoted(column)} > 0
               and ${quoted(column)} not in (select id from ${quoted(parent)})`,
            )
            .run().changes,
        )
        changes += gone
        if (gone > 0) removed.set(table, (removed.get(table) ?? 0) + gone)
      }
    }
  }
  return removed
}

function referencesOf(target: DatabaseSync, table: string): Map<string, string> {
  const declared = target
    .prepare('select "from" as name, "table" as parent from pragma_foreign_key_list(?)')
    .all(table) as { name: string; parent: string }[]
  const columns = target.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[]
  const meant = columns.flatMap(({ name }) => {
    const parent = Object.hasOwn(parents, name) ? parents[name as keyof typeof parents] : undefined
    return parent !== undefined && hasTable(target, parent) ? [[name, parent] as const] : []
  })
  return new Map([...meant, ...declared.map(({ name, parent }) => [name, parent] as const)])
}

const hasTable = (target: DatabaseSync, name: string) =>
  target.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== undefined

/** Ids are never given out twice, not even those of lost rows. */
function keepIdsUsed(source: DatabaseSync, target: DatabaseSync): void {
  if (!hasTable(target, 'sqlite_sequence')) return
  const sequence = { name: 'sqlite_sequence', key: ['rowid'], columns: ['name', 'seq'] }
  const update = target.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
  const insert = target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
  for (const [name = null, seq = null] of readable(source, sequence)) {
    if (update.run(seq, name).changes === 0) insert.run(name, seq)
  }
}
