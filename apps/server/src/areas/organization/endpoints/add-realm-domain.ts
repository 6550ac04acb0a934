import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { handle } from '#call/call.ts'
import { addDomain } from '../change-domains.ts'

export const addRealmDomainHandler = handle(
  addRealmDomain,
  async ({ directory, transact }, { domain, allow_subdomains: allowSubdomains }) => {
    const id = await transact((tx) => addDomain(tx, directory, { domain, allowSubdomains }))
    return { new_domain: [id, domain] satisfies [number, string] }
  },
)
