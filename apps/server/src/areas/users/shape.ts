import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Shaped, Shaper, Viewer } from '#events/shaper.ts'
import type { LogEventOf, UserChanged } from '#model/log-event.ts'
import type { UserRecord } from '#model/records.ts'
import { loadProfiles, type ProfileData } from '#store/people/profile-values.ts'
import { hiddenFrom } from './audience.ts'
import { avatarUrl, presentHiddenUser, presentUser, visibleEmail } from './present.ts'

interface Prepared {
  readonly hidden: ReadonlySet<number>
  readonly profile: ProfileData | undefined
}

const noProfile: ProfileData = {}

type Body = LogEventOf<'realm_user'>

const subjectOf = (body: Body): number => ('person' in body ? body.person.user_id : body.user_id)

/**
 * Shapes users as each viewer may see them. A row either carries its `person` or says which user it is about. In the
 * second case the rest follows from the directory: the whole user (`add`), their addresses (`about: 'email'`), picture
 * (`about: 'avatar'`) or time zone (`about: 'timezone'`).
 */
export const userShaper: Shaper<'realm_user', Prepared> = {
  type: 'realm_user',
  async prepare(db, directory, rows) {
    const subjects = rows.map((row) => subjectOf(row.body))
    const hidden = await hiddenFrom(db, directory, subjects)
    const added = subjects.filter((_, index) => rows[index]?.body.op === 'add')
    const profiles =
      added.length > 0
        ? await loadProfiles(db, directory.organization.id, added)
        : new Map<number, ProfileData>()
    return subjects.map((id, index) => ({ hidden: hidden[index] ?? new Set(), profile: profiles.get(id) }))
  },
  shape(body, viewer, { hidden, profile }, directory) {
    if (body.op !== 'remove' && hidden.has(viewer.user.id)) return shapeHidden(body, viewer, directory)
    if ('person' in body) return { key: '', shared: () => body }
    const user = directory.users.get(subjectOf(body))
    if (!user) return undefined
    if (body.op === 'add') {
      return {
        key: viewerKey(user, viewer),
        shared: () => ({
          type: 'realm_user',
          op: 'add',
          person: presentUser(user, viewer, profile ?? noProfile),
        }),
      }
    }
    return {
      key: `${body.about} ${viewerKey(user, viewer)}`,
      shared: () => ({ type: 'realm_user', op: 'update', person: changeOf(body.about, user, viewer) }),
    }
  },
}

/**
 * Shapes an event about a user hidden from the viewer: clients that need an entry for everybody learn only that the
 * user exists.
 */
function shapeHidden(
  body: Body,
  viewer: Viewer,
  directory: OrganizationDirectory,
): Shaped<'realm_user'> | undefined {
  const user = directory.users.get(subjectOf(body))
  if (body.op !== 'add' || !user || viewer.capabilities.user_list_incomplete) return undefined
  return {
    key: 'hidden',
    shared: () => ({ type: 'realm_user', op: 'add', person: presentHiddenUser(user) }),
  }
}

/** Viewers with the same key see a user in the same way. */
const viewerKey = (user: UserRecord, viewer: Viewer) =>
  `${viewer.clientGravatar} ${visibleEmail(user, viewer.user) !== null} ${viewer.user.id === user.id}`

function changeOf(about: UserChanged['about'], user: UserRecord, viewer: Viewer) {
  if (about === 'timezone') return { user_id: user.id, email: user.email, timezone: user.timezone }
  const isOwn = viewer.user.id === user.id
  const picture = {
    avatar_url: avatarUrl(user, isOwn ? { ...viewer, clientGravatar: false } : viewer),
    avatar_url_medium: avatarUrl(user, isOwn ? { ...viewer, clientGravatar: false } : viewer, 'medium'),
    avatar_source: user.avatarSource,
    avatar_version: user.avatarVersion,
  }
  if (about === 'avatar') return { user_id: user.id, ...picture }
  return {
    user_id: user.id,
    new_email: user.email,
    delivery_email: visibleEmail(user, viewer.user),
    ...(user.avatarSource === 'G' ? picture : {}),
  }
}
