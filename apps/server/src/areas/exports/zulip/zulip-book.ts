/** Columns of a row in Zulip's form. */
export type ZulipRow = Readonly<Record<string, unknown>>

/** Another organization's export of the server that shall take ours. */
export interface ZulipPattern {
  /** The first row of each table that has one. */
  readonly rows: ReadonlyMap<string, ZulipRow>
  /** Text of `migration_status.json`; undefined if the export has none. */
  readonly migrations: string | undefined
}

/** The tables of an export in Zulip's form. Rows get their ids in the order in which they come. */
export class ZulipBook {
  readonly tables = new Map<string, ZulipRow[]>()
  readonly #pattern: ZulipPattern | undefined
  readonly #ids = new Map<string, number>()
  readonly #recipients = new Map<string, number>()
  readonly #clients = new Map<string, number>()
  readonly realm: number

  constructor(realm: number, pattern?: ZulipPattern) {
    this.realm = realm
    this.#pattern = pattern
    // Tables that the importer looks for, also when they have no rows.
    for (const table of expectedTables) this.tables.set(table, [])
  }

  /** Adds a row and returns its id. */
  add(table: string, row: ZulipRow): number {
    const id = typeof row.id === 'number' ? row.id : this.nextId(table)
    const rows = this.tables.get(table)
    const fitted = this.fitted(table, { id, ...row })
    if (rows) rows.push(fitted)
    else this.tables.set(table, [fitted])
    return id
  }

  /** Next id of a table whose rows are written elsewhere. */
  nextId(table: string): number {
    const id = (this.#ids.get(table) ?? 0) + 1
    this.#ids.set(table, id)
    return id
  }

  /** Lets the ids of a table begin above those that its rows brought along. */
  skipIds(table: string, upTo: number): void {
    this.#ids.set(table, Math.max(this.#ids.get(table) ?? 0, upTo))
  }

  /** Returns a row with exactly the columns of the pattern, as far as that has the table. */
  fitted(table: string, row: ZulipRow): ZulipRow {
    const pattern = this.#pattern?.rows.get(table)
    if (!pattern) return row
    return Object.fromEntries(
      Object.keys(pattern).map((column) => [
        column,
        Object.hasOwn(row, column) ? row[column] : pattern[column],
      ]),
    )
  }

  /** Id of the recipient of a person (1), a channel (2) or a group of people (3). */
  recipient(type: 1 | 2 | 3, of: number): number {
    const key = `${type} ${of}`
    const known = this.#recipients.get(key)
    if (known !== undefined) return known
    const id = this.add('zerver_recipient', { type, type_id: of })
    this.#recipients.set(key, id)
    return id
  }

  /** Id of a client by its name. */
  client(name: string): number {
    const known = this.#clients.get(name)
    if (known !== undefined) return known
    const id = this.add('zerver_client', { name })
    this.#clients.set(name, id)
    return id
  }
}

const expectedTables = [
  'zerver_realm',
  'zerver_realmuserdefault',
  'zerver_realmauthenticationmethod',
  'zerver_realmemoji',
  'zerver_realmdomain',
  'zerver_realmfilter',
  'zerver_realmplayground',
  'zerver_realmauditlog',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_stream',
  'zerver_defaultstream',
  'zerver_channelfolder',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_huddle',
  'zerver_client',
  'zerver_usertopic',
  'zerver_muteduser',
  'zerver_alertword',
  'zerver_savedsnippet',
  'zerver_userstatus',
  'zerver_userpresence',
  'zerver_presencesequence',
  'zerver_navigationview',
  'zerver_scheduledmessage',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_service',
  'zerver_botstoragedata',
  'zerver_botconfigdata',
  'zerver_useractivity',
  'zerver_useractivityinterval',
  'zerver_onboardingstep',
  'zerver_onboardingusermessage',
  'zerver_realmexport',
  'zerver_externalauthid',
]
