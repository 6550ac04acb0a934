import { getRealmDomains } from '@tagma/contract/endpoints/domains/get-realm-domains.ts'
import { handle } from '#call/call.ts'
import { presentDomain } from '../change-domains.ts'

export const getRealmDomainsHandler = handle(getRealmDomains, async ({ directory }) => ({
  domains: directory.organization.domains.map(presentDomain),
}))
