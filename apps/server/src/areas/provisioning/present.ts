import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import type { Resource } from './matches-filter.ts'
import { roleNameOf } from './read-account.ts'

export const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:'

/** Presents a user. `base` is the address of SCIM, `groups` are those of the client in which the user is. */
export function presentScimUser(
  user: UserRecord,
  facts: {
    readonly base: string
    readonly externalId: string | undefined
    readonly groups: readonly GroupRecord[]
  },
): Resource {
  const { base, externalId, groups } = facts
  const id = String(user.id)
  const space = user.fullName.lastIndexOf(' ')
  return {
    schemas: [`${coreSchema}User`],
    id,
    ...(externalId === undefined ? {} : { externalId }),
    userName: user.deliveryEmail,
    name: {
      formatted: user.fullName,
      givenName: space < 0 ? user.fullName : user.fullName.slice(0, space),
      ...(space < 0 ? {} : { familyName: user.fullName.slice(space + 1) }),
    },
    displayName: user.fullName,
    emails: [{ value: user.deliveryEmail, type: 'work', primary: true }],
    active: user.isActive,
    roles: [{ value: roleNameOf(user.role), primary: true }],
    groups: groups.map((group) => ({
      value: String(group.id),
      display: group.name,
      $ref: `${base}/Groups/${group.id}`,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: new Date(user.createdAt * 1000).toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}

/** Presents a group; its members only if they are asked for. */
export function presentScimGroup(
  directory: Pick<OrganizationDirectory, 'users'>,
  group: GroupRecord,
  { base, hasMembers }: { readonly base: string; readonly hasMembers: boolean },
): Resource {
  const id = String(group.id)
  return {
    schemas: [`${coreSchema}Group`],
    id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.name,
    ...(hasMembers ? { members: membersOf(directory, group, base) } : {}),
    meta: {
      resourceType: 'Group',
      ...(group.createdAt === null ? {} : { created: new Date(group.createdAt * 1000).toISOString() }),
      location: `${base}/Groups/${id}`,
    },
  }
}

const membersOf = ({ users }: Pick<OrganizationDirectory, 'users'>, { members }: GroupRecord, base: string) =>
  [...members]
    .toSorted((a, b) => a - b)
    .map((id) => ({
      value: String(id),
      display: users.get(id)?.fullName,
      $ref: `${base}/Users/${id}`,
      type: 'User',
    }))
