import { releaseProvisionedGroup } from '#areas/groups/provision-group.ts'
import type { Call } from '#call/call.ts'
import { deleteScimClient } from '#store/people/scim-clients.ts'
import { managerOf } from './provisioning-rules.ts'
import { requireScimClient } from './require-scim-client.ts'

/** Removes a SCIM client. Accounts stay as they are, groups go to the administrators. */
export async function removeScimClient({ directory, transact }: Call, id: number): Promise<void> {
  await transact(async (tx) => {
    await requireScimClient(tx, id)
    for (const group of directory.groups.values())
      if (group.managedBy === managerOf(id)) await releaseProvisionedGroup(tx, directory, group)
    await deleteScimClient(tx, id)
    tx.audit('scim_client.removed', null, { client: id })
  })
}
