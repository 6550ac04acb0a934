import type { Services, Uses } from '#call/services.ts'
import { listOrganizations } from '#store/organization/organizations.ts'

/** Removes everything from this process's memory about an organization whose data was deleted. */
export function forgetOrganization(
  { data: { directories }, live: { events, presence } }: Uses<'directories' | 'events' | 'presence'>,
  id: number,
): void {
  directories.forget(id)
  events.forgetOrganization(id)
  presence.forget(id)
}

/** Forgets organizations that another process has deleted: their logs, which usually tell of changes, are gone too. */
export async function forgetDeletedOrganizations(services: Services): Promise<void> {
  // The order matters: an organization loaded after reading the list must not be judged by the list.
  const known = services.data.directories.known()
  const present = new Set((await listOrganizations(services.data.db)).map(({ id }) => id))
  for (const id of known) if (!present.has(id)) forgetOrganization(services, id)
}
