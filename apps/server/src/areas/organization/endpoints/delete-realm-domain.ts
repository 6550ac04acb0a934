import { deleteRealmDomain } from '@tagma/contract/endpoints/domains/delete-realm-domain.ts'
import { handle } from '#call/call.ts'
import { removeDomain } from '../change-domains.ts'

export const deleteRealmDomainHandler = handle(
  deleteRealmDomain,
  async ({ directory, transact }, { domain }) => {
    await transact((tx) => removeDomain(tx, directory, domain))
    return {}
  },
)
