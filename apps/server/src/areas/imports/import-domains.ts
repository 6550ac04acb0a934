import { domainName } from '@tagma/contract/objects/allowed-domain.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { DomainRecord } from '@tagma/importers/record.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'

/** Writes the domains whose addresses may join. */
export async function importDomains(tx: Tx, records: readonly DomainRecord[], losses: Losses): Promise<void> {
  const domains = new Map<string, boolean>()
  for (const { domain: given, allowSubdomains } of records) {
    const domain = domainName.safeParse(given).data
    losses.read('domains')
    if (domain === undefined) losses.drop('domains', 'not_allowed', 'state', given)
    else if (domains.has(domain)) losses.drop('domains', 'twice', 'state', given)
    else domains.set(domain, allowSubdomains)
  }
  await insertImported(
    tx,
    'allowed_domains',
    [...domains].map(([domain, allowSubdomains]) => ({
      organization_id: tx.organizationId,
      domain,
      allow_subdomains: allowSubdomains ? (1 as const) : (0 as const),
    })),
  )
}
