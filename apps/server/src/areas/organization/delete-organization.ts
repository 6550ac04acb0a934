import type { Services } from '#call/services.ts'
import {
  deleteMessagesOfOrganization,
  deleteOrganizationRows,
} from '#store/organization/delete-organization.ts'
import { forgetOrganization } from './forget-organization.ts'

const batch = 1000

/** Deletes all data and files of an organization. Messages go in batches, so that others can write in between. */
export async function deleteOrganization(services: Services, id: number): Promise<void> {
  while ((await services.data.transact(id, (tx) => deleteMessagesOfOrganization(tx, batch))) === batch);
  await services.data.transact(id, deleteOrganizationRows, { alone: true })
  forgetOrganization(services, id)
  await services.outside.blobs.removeFolder(String(id))
  services.log.info({ organization: id }, 'An organization was deleted with all its data.')
}
