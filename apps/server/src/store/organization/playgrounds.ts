import type { PlaygroundRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** The organization's code playgrounds, oldest first. */
export async function loadPlaygrounds(db: Db, organizationId: number): Promise<PlaygroundRecord[]> {
  const rows = await db
    .selectFrom('code_playgrounds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    pygmentsLanguage: row.pygments_language,
    urlTemplate: row.url_template,
  }))
}

export async function insertPlayground(tx: Tx, playground: Omit<PlaygroundRecord, 'id'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('code_playgrounds')
    .values({
      organization_id: tx.organizationId,
      name: playground.name,
      pygments_language: playground.pygmentsLanguage,
      url_template: playground.urlTemplate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touchOrganization()
  return id
}

export async function deletePlayground(tx: Tx, id: number): Promise<void> {
  await tx.db
    .deleteFrom('code_playgrounds')
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touchOrganization()
}
