import type { Services, Uses } from '#call/services.ts'
import { listOrganizations } from '#store/organization/organizations.ts'

/** Lets go of all that this process holds of an organization whose data was removed. */
export function forgetOrganization(
  { data: { directories }, live: { events, presence } }: Uses<'directories' | 'events' | 'presence'>,
  id: number,
): void {
  directories.forget(id)
  events.forgetOrganization(id)
  presence.forget(id)
}

/** Lets go of organizations that another process has deleted: their logs, which say everything else, are gone too. */
export async function forgetDeletedOrganizations(services: Services): Promise<void> {
  // What is loaded after the list was read is not judged by it.
  const known = services.data.directories.known()
  const present = new Set((await listOrganizations(services.data.db)).map(({ id }) => id))
  for (const id of known) if (!present.has(id)) forgetOrganization(services, id)
}
