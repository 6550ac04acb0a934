import type { Answer } from '@tagma/contract/define.ts'
import type { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import type { Call } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { listScimClients } from '#store/people/scim-clients.ts'

/** The organization's SCIM clients, and the address that they call. */
export async function listClients({
  db,
  directory,
  services,
  now,
}: Call): Promise<Answer<typeof getScimClients>> {
  const clients = await listScimClients(db, directory.organization.id)
  return {
    url: `${organizationUrl(services.config, directory.organization)}/scim/v2`,
    scim_clients: clients.map((client) => ({
      id: client.id,
      name: client.name,
      hint: client.hint,
      former_until: client.formerUntil !== null && client.formerUntil > now ? client.formerUntil : null,
      may_touch_owners: client.mayTouchOwners,
      may_change_addresses: client.mayChangeAddresses,
      created_at: client.createdAt,
      called_at: client.calledAt,
    })),
  }
}
