import type { AllowedDomain } from '@tagma/contract/objects/allowed-domain.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { DomainRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteDomain,
  insertDomain,
  updateDomain as storeDomain,
} from '#store/organization/allowed-domains.ts'
import { changeOrganizationSettings } from './change-organization-settings.ts'

/** An allowed domain as the API gives one. */
export const presentDomain = ({ domain, allowSubdomains }: Omit<DomainRecord, 'id'>): AllowedDomain => ({
  domain,
  allow_subdomains: allowSubdomains,
})

/** Allows a domain, given in lower case; returns the id of the entry. */
export async function addDomain(
  tx: Tx,
  directory: OrganizationDirectory,
  added: Omit<DomainRecord, 'id'>,
): Promise<number> {
  if (directory.organization.domains.some(({ domain }) => domain === added.domain))
    throw badRequest(`The domain ${added.domain} is already a part of your organization.`)
  const id = await insertDomain(tx, added)
  tx.audit('organization.domain', null, { op: 'add', ...presentDomain(added) })
  tx.emit({ type: 'realm_domains', op: 'add', realm_domain: presentDomain(added) }, { everyone: true })
  return id
}

export async function changeDomain(
  tx: Tx,
  directory: OrganizationDirectory,
  domain: string,
  allowSubdomains: boolean,
): Promise<void> {
  const changed = { ...findDomain(directory, domain), allowSubdomains }
  await storeDomain(tx, changed)
  tx.audit('organization.domain', null, { op: 'change', ...presentDomain(changed) })
  tx.emit({ type: 'realm_domains', op: 'change', realm_domain: presentDomain(changed) }, { everyone: true })
}

/** Removes a domain. With the last one, the restriction of addresses ends, because nobody could join. */
export async function removeDomain(tx: Tx, directory: OrganizationDirectory, name: string): Promise<void> {
  const { id, domain } = findDomain(directory, name)
  await deleteDomain(tx, id)
  tx.audit('organization.domain', null, { op: 'remove', domain })
  tx.emit({ type: 'realm_domains', op: 'remove', domain }, { everyone: true })
  const { domains, settings } = directory.organization
  if (domains.length === 1 && settings.emails_restricted_to_domains)
    await changeOrganizationSettings(tx, { emails_restricted_to_domains: false })
}

function findDomain(directory: OrganizationDirectory, name: string): DomainRecord {
  const found = directory.organization.domains.find(({ domain }) => domain === name.toLowerCase())
  if (!found) throw badRequest(`No entry found for domain ${name}.`)
  return found
}
