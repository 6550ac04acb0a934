import { type ProfileFieldType, profileFieldType } from '@tagma/contract/objects/profile-field.ts'
import { renderContent, renderDescription } from '#areas/messages/render/render-content.ts'
import { isMarkdown } from '#areas/profile-fields/rules.ts'
import type { Services } from '#call/services.ts'
import { readDirectory } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import { must } from '#model/must.ts'
import type { Row, Value } from '#store/copying/row-store.ts'
import { packRendered } from '#store/messages/packed-rendering.ts'
import type { ArchivedTable } from '#store/organization/archived-rows.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'

/** Columns of one row by their names. */
type Columns = Record<string, Value>

/** Makes the columns that an archive leaves out: new keys for people, and HTML from the texts. */
export async function completedRows(
  services: Services,
  { organizationId, subdomain }: { readonly organizationId: number; readonly subdomain: string },
  table: Omit<ArchivedTable, 'rows'>,
): Promise<(rows: readonly Row[]) => Promise<ArchivedTable>> {
  const add =
    table.name === 'users'
      ? newKeys(services)
      : await rendering(services, table.name, organizationId, subdomain)
  if (!add) return async (rows) => ({ ...table, rows })
  return async (rows) => {
    const made: Columns[] = []
    for (const row of rows) {
      const columns: Columns = Object.fromEntries(
        table.columns.map((name, place) => [name, row[place] ?? null]),
      )
      made.push({ ...columns, ...(await add(columns)) })
    }
    const columns = Object.keys(made[0] ?? {})
    return { name: table.name, columns, rows: made.map((one) => columns.map((name) => one[name] ?? null)) }
  }
}

/** Makes the columns of a row that are missing. */
type Addition = (row: Columns) => Promise<Columns>

const newKeys =
  ({ time: { random } }: Services): Addition =>
  async ({ bot_type }) => ({
    api_key: random.token(32),
    password_hash: null,
    awaits_login: bot_type === null ? 1 : 0,
  })

/** Returns what renders the texts of a table; undefined for one without HTML. */
async function rendering(
  services: Services,
  table: string,
  organizationId: number,
  subdomain: string,
): Promise<Addition | undefined> {
  const render = renderers[table]
  if (!render) return undefined
  const directory = await readDirectory(services.data.db, organizationId)
  // Links are rendered with the address that the organization will have.
  directory.organization = { ...directory.organization, subdomain }
  const fields = await loadProfileFields(services.data.db, organizationId)
  const fieldTypes = new Map(fields.map(({ id, type }) => [id, type]))
  return (row) => render(row, { services, directory, fieldTypes })
}

interface Context {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly fieldTypes: ReadonlyMap<number, ProfileFieldType>
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

const described = async ({ description }: Columns, { directory }: Context): Promise<Columns> => ({
  rendered_description: await renderDescription(directory, textOf(description)),
})

const renderers: Readonly<Record<string, (row: Columns, context: Context) => Promise<Columns>>> = {
  channels: described,
  channel_folders: described,
  messages: renderedMessage,
  scheduled_messages: async ({ content }, { directory }) => ({
    rendered: await renderDescription(directory, textOf(content)),
  }),
  profile_values: async ({ field_id, value }, { directory, fieldTypes }) => {
    const type = profileFieldType.safeParse(fieldTypes.get(Number(field_id))).data
    const isRendered = type !== undefined && isMarkdown(type)
    return { rendered: isRendered ? await renderDescription(directory, textOf(value)) : null }
  },
}

async function renderedMessage(row: Columns, { services, directory }: Context): Promise<Columns> {
  const sender = must(directory.users.get(Number(row.sender_id)), 'the sender is in the archive')
  const render = async (text: string) => (await renderContent(services, directory, sender, text)).html
  const content = textOf(row.content)
  const rendered = packRendered(content, await render(content))
  if (typeof row.edit_history !== 'string') return { rendered }
  const history: HistoryEntry[] = []
  for (const entry of JSON.parse(row.edit_history) as readonly HistoryEntry[])
    history.push(
      entry.prev_content === undefined
        ? entry
        : { ...entry, prev_rendered_content: await render(entry.prev_content) },
    )
  return { rendered, edit_history: JSON.stringify(history) }
}
