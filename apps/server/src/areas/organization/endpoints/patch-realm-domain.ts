import { patchRealmDomain } from '@tagma/contract/endpoints/domains/patch-realm-domain.ts'
import { handle } from '#call/call.ts'
import { changeDomain } from '../change-domains.ts'

export const patchRealmDomainHandler = handle(
  patchRealmDomain,
  async ({ directory, transact }, { domain, allow_subdomains }) => {
    await transact((tx) => changeDomain(tx, directory, domain, allow_subdomains))
    return {}
  },
)
