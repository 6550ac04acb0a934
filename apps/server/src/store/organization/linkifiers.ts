import type { LinkifierRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** The organization's linkifiers in the order in which they apply. */
export async function loadLinkifiers(db: Db, organizationId: number): Promise<LinkifierRecord[]> {
  const rows = await db
    .selectFrom('linkifiers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    pattern: row.pattern,
    urlTemplate: row.url_template,
    reverseTemplate: row.reverse_template,
    exampleInput: row.example_input,
    alternativeUrlTemplates: JSON.parse(row.alternative_url_templates) as string[],
  }))
}

const columns = (linkifier: Omit<LinkifierRecord, 'id'>) => ({
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  reverse_template: linkifier.reverseTemplate,
  example_input: linkifier.exampleInput,
  alternative_url_templates: JSON.stringify(linkifier.alternativeUrlTemplates),
})

/** Adds a linkifier behind all others and returns its id. */
export async function insertLinkifier(
  tx: Tx,
  linkifier: Omit<LinkifierRecord, 'id'>,
  position: number,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('linkifiers')
    .values({ organization_id: tx.organizationId, position, ...columns(linkifier) })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touchOrganization()
  return id
}

export async function updateLinkifier(tx: Tx, linkifier: LinkifierRecord): Promise<void> {
  await tx.db
    .updateTable('linkifiers')
    .set(columns(linkifier))
    .where('id', '=', linkifier.id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touchOrganization()
}

export async function deleteLinkifier(tx: Tx, id: number): Promise<void> {
  await tx.db
    .deleteFrom('linkifiers')
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touchOrganization()
}

/** Puts linkifiers into the order of the ids. */
export async function orderLinkifiers(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.db
      .updateTable('linkifiers')
      .set({ position })
      .where('id', '=', id)
      .where('organization_id', '=', tx.organizationId)
      .execute()
  }
  tx.touchOrganization()
}
