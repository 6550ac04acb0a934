import type { Uses } from '#call/services.ts'

/** Removes everything from this process's memory about an organization whose data was deleted. */
export function forgetOrganization(
  { data: { directories }, live: { events, presence } }: Uses<'directories' | 'events' | 'presence'>,
  id: number,
): void {
  directories.forget(id)
  events.forgetOrganization(id)
  presence.forget(id)
}

/**
 * Forgets organizations that another process has deleted: their logs, which usually tell of changes, are gone too.
 * `known` are those that were in memory before the present ones were read: one that was loaded since must not be judged.
 */
export function forgetDeletedOrganizations(
  services: Uses<'directories' | 'events' | 'presence'>,
  known: readonly number[],
  present: ReadonlySet<number>,
): void {
  for (const id of known) if (!present.has(id)) forgetOrganization(services, id)
}
