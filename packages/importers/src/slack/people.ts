import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ImportRecord } from '../record.ts'
import type { Roster } from '../roster.ts'
import { flagIn, listIn, type Row, textIn, firstText, rowIn } from '../rows.ts'

export const usersFile = 'users.json'
/** Strangers of shared channels and people of other workspaces of one company. */
const othersFile = 'org_users.json'

/** Makes an address for a person without one. No mail arrives there. */
export const missingAddress = (id: string): string =>
  `${id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@slack-import.invalid`

const roles = { owner: 100, administrator: 200, member: 400, guest: 600 } as const

/** Adds the people of the lists. Returns their rows by their ids. */
export async function readPeople(files: Files, roster: Roster, losses: Losses): Promise<Map<string, Row>> {
  const people = new Map<string, Row>()
  for (const file of [usersFile, othersFile]) {
    if (files.size(file) === undefined) continue
    for (const row of listIn(file, await files.json(file))) {
      const id = textIn(row, 'id')
      losses.read('users')
      if (id === '') losses.drop('users', 'no_id', 'content', firstText(row, 'real_name', 'name'))
      else if (people.has(id)) losses.drop('users', 'id_twice', 'trace', id)
      else people.set(id, row)
    }
  }
  // Two people may have one address: active ones come first.
  const listed = [...people].toSorted(
    ([, a], [, b]) => Number(flagIn(a, 'deleted')) - Number(flagIn(b, 'deleted')),
  )
  for (const [id, row] of listed) roster.add(id, somebodyOf(id, row, files, losses))
  return people
}

function somebodyOf(id: string, row: Row, files: Files, losses: Losses) {
  const profile = rowIn(row, 'profile')
  const isBot = flagIn(row, 'is_bot') || id === 'USLACKBOT'
  const email = textIn(profile, 'email') || textIn(row, 'email')
  if (email === '' && !isBot) losses.mend('users', 'no_address', 'state', id)
  const avatar = avatarFile(id)
  return {
    name: firstText(profile, 'real_name', 'display_name') || firstText(row, 'real_name', 'name'),
    email,
    role: roleOf(row),
    isActive: !flagIn(row, 'deleted') && !isBot,
    isBot,
    timezone: textIn(row, 'tz'),
    avatar: files.size(avatar) === undefined ? undefined : avatar,
  }
}

function roleOf(row: Row): number {
  if (flagIn(row, 'is_primary_owner') || flagIn(row, 'is_owner')) return roles.owner
  if (flagIn(row, 'is_admin')) return roles.administrator
  return flagIn(row, 'is_restricted') || flagIn(row, 'is_ultra_restricted') ? roles.guest : roles.member
}

/** The file that a picture of somebody is kept in when it was fetched. */
export const avatarFile = (id: string): string => `__avatars/${id}`

/** Returns the address of somebody's own picture; undefined without one. */
export function avatarUrl(row: Row): string | undefined {
  const profile = rowIn(row, 'profile')
  const url = firstText(profile, 'image_original', 'image_512', 'image_192')
  // Slack draws pictures for those without one.
  return url === '' || (textIn(profile, 'image_original') === '' && /gravatar\.com|\/ava_\d/.test(url))
    ? undefined
    : url
}

const fields = [
  { column: 'title', name: 'Title', hint: '' },
  { column: 'phone', name: 'Phone number', hint: '' },
] as const

/** Yields the fields of profiles that somebody has filled in, and what they wrote. */
export function* readProfiles(people: ReadonlyMap<string, Row>, roster: Roster): Generator<ImportRecord> {
  for (const [index, { column, name, hint }] of fields.entries()) {
    const values = [...people].flatMap(([id, row]) => {
      const [value, person] = [textIn(rowIn(row, 'profile'), column).trim().slice(0, 50), roster.get(id)]
      return value === '' || !person || flagIn(row, 'is_bot') ? [] : [{ person: person.key, value }]
    })
    if (values.length === 0) continue
    yield {
      t: 'profile_field',
      key: index + 1,
      name,
      type: 1,
      hint,
      data: '',
      isInSummary: column === 'title',
      isRequired: false,
      isEditableByUser: true,
      isForMatching: false,
    }
    for (const { person, value } of values) yield { t: 'profile_value', person, field: index + 1, value }
  }
}
