import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'

/** Tells whether SCIM clients see an account: those of people, unless their data was removed. */
export const isProvisionable = (user: UserRecord): boolean => user.botType === null && !user.isDeleted

/** Marks the groups of a SCIM client. */
export const managerOf = (clientId: number): string => `scim:${clientId}`

/** The active groups of a SCIM client, by id. */
export const groupsOfClient = (
  { groups }: Pick<OrganizationDirectory, 'groups'>,
  clientId: number,
): GroupRecord[] =>
  [...groups.values()]
    .filter((group) => group.managedBy === managerOf(clientId) && !group.isDeactivated)
    .toSorted((a, b) => a.id - b.id)

/** SCIM clients of one organization. */
export const mostScimClients = 20

const longestName = 60

/** Returns what is wrong with the name of a SCIM client, or undefined. */
export function scimClientNameProblem(name: string): string | undefined {
  if (name === '') return 'Give the client a name, such as that of your directory of people.'
  if ([...name].length > longestName)
    return `The name of a SCIM client has at most ${longestName} characters.`
  return /\p{Cc}/u.test(name)
    ? 'The name of a SCIM client has no line breaks or control characters.'
    : undefined
}
