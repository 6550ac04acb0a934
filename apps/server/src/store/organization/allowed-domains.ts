import type { DomainRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** The domains whose addresses may join the organization, oldest first. */
export async function loadDomains(db: Db, organizationId: number): Promise<DomainRecord[]> {
  const rows = await db
    .selectFrom('allowed_domains')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    domain: row.domain,
    allowSubdomains: row.allow_subdomains === 1,
  }))
}

export async function insertDomain(tx: Tx, domain: Omit<DomainRecord, 'id'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('allowed_domains')
    .values({
      organization_id: tx.organizationId,
      domain: domain.domain,
      allow_subdomains: domain.allowSubdomains ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touchOrganization()
  return id
}

export async function updateDomain(tx: Tx, { id, allowSubdomains }: DomainRecord): Promise<void> {
  await tx.db
    .updateTable('allowed_domains')
    .set({ allow_subdomains: allowSubdomains ? 1 : 0 })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touchOrganization()
}

export async function deleteDomain(tx: Tx, id: number): Promise<void> {
  await tx.db
    .deleteFrom('allowed_domains')
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touchOrganization()
}
