import { limits } from '@tagma/contract/limits.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import {
  channelGroupSettingNames,
  channelGroupSettings,
  topicsPolicies,
} from '@tagma/contract/objects/channel.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { userGroupSettingNames, userGroupSettings } from '@tagma/contract/settings/group-permissions.ts'
import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { ChannelRecord, GroupRecord, Key, PersonRecord } from '@tagma/importers/record.ts'
import { UniqueNames } from '@tagma/importers/unique-names.ts'
import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { isEmailAddress, nameProblem } from '#areas/accounts/account-rules.ts'
import { createUser } from '#areas/accounts/create-user.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { productVersion } from '#config/product-version.ts'
import { apiEmail } from '#directory/api-email.ts'
import { readDirectory } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { Random } from '#ports/random.ts'
import { noteVersion } from '#store/log/log-cursors.ts'
import { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import type { ImportOptions } from './begin-import.ts'
import { type FormerCredentials, keptCredentials } from './former-credentials.ts'
import { importDomains } from './import-domains.ts'
import { importEmoji } from './import-emoji.ts'
import { importFolders } from './import-folders.ts'
import { importLinkifiers } from './import-linkifiers.ts'
import { type ImportedPictures, pictureVersion } from './import-pictures.ts'
import { importPlaygrounds } from './import-playgrounds.ts'
import { importProfiles } from './import-profiles.ts'
import { Links } from './links.ts'
import { loadBelongings } from './load-belongings.ts'
import { loadPersonal } from './load-personal.ts'
import { loadSubscriptions } from './load-subscriptions.ts'
import { MappedIds, notifierOf } from './mapped-ids.ts'
import type { ImportPlan } from './plan-import.ts'
import { importedSettings, importedUserSettings } from './settings.ts'

const bit = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

/** Writes everything that is there before the first message, such as settings, people, channels and subscriptions. */
export async function loadPeople(
  tx: Tx,
  random: Random,
  plan: ImportPlan,
  options: ImportOptions & { readonly newUrl: string; readonly credentials: FormerCredentials },
  pictures: ImportedPictures,
  losses: Losses,
): Promise<void> {
  // Nobody listens to the new organization: events are dropped.
  const inside = new Tx(tx.db, tx.organizationId, tx.now)
  await noteVersion(inside, productVersion)
  const bare = await readDirectory(tx.db, tx.organizationId)
  for (const { key, name } of Object.values(systemBots))
    await createUser(inside, bare, random, {
      email: systemBotEmail(key),
      fullName: name,
      role: roles.member,
      passwordHash: null,
      botType: botTypes.generic,
    })
  const ids = new MappedIds(plan, options, await readDirectory(tx.db, tx.organizationId))
  const { organization } = plan
  const links = new Links(plan, ids, { ...options, organizationId: tx.organizationId })
  await updateOrganization(inside, {
    name: organization.name,
    description: links.rewrite(organization.description),
    icon_version: pictures.organization.has('icon') ? pictureVersion : 0,
    logo_version: pictures.organization.has('logo') ? pictureVersion : 0,
    night_logo_version: pictures.organization.has('nightLogo') ? pictureVersion : 0,
    settings: JSON.stringify(importedSettings(organization, ids, losses)),
  })
  await importLinkifiers(inside, plan.linkifiers, losses)
  await importDomains(inside, plan.domains, losses)
  await importPlaygrounds(inside, plan.playgrounds, losses)
  const before = await readDirectory(tx.db, tx.organizationId)
  const keeps = await keptCredentials(inside, plan.people, options.credentials, losses)
  await loadUsers(inside, random, plan.people, { pictures, keeps }, { ids, links, directory: before, losses })
  await importEmoji(inside, plan.emoji, pictures, { ids, losses, author: notifierOf(before) })
  const directory = await readDirectory(tx.db, tx.organizationId)
  const context = { ids, links, directory, losses }
  await loadGroups(inside, plan.groups, context)
  const folders = await importFolders(inside, plan.folders, context)
  await loadChannels(inside, plan.channels, folders, context)
  await loadSubscriptions(inside, plan.subscriptions, ids)
  await importProfiles(inside, plan, context)
  await loadPersonal(inside, plan.personal, context)
  await loadBelongings(inside, plan.personal, { ...context, messages: plan.messages })
}

/** The things that all parts of an organization need. */
interface Context {
  readonly ids: MappedIds
  readonly links: Links
  readonly directory: OrganizationDirectory
  readonly losses: Losses
}

type KeepsOf = Awaited<ReturnType<typeof keptCredentials>>

async function loadUsers(
  tx: Tx,
  random: Random,
  people: readonly PersonRecord[],
  { pictures, keeps: keptOf }: { readonly pictures: ImportedPictures; readonly keeps: KeepsOf },
  { ids, directory, losses }: Context,
): Promise<void> {
  const addresses = new Set([...directory.users.values()].map((user) => user.deliveryEmail.toLowerCase()))
  // Of two people with one address the active one keeps it.
  const active = people.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
  const emails = new Map<Key, string>()
  for (const person of active) {
    const email = freeAddress(person.email, ids.person(person), addresses)
    // By key: the report stays when a person is erased.
    if (person.email === '') losses.mend('people', 'no_address', 'state', person.key)
    else if (email !== person.email) losses.mend('people', 'address_changed', 'content', person.key)
    addresses.add(email.toLowerCase())
    emails.set(person.key, email)
  }
  const { default_avatar_source } = directory.organization.settings
  const rows = people.map((person) => {
    const id = ids.person(person)
    const name = allowedName(person.name, id)
    if (name !== person.name) losses.mend('people', 'name_changed', 'content', person.key)
    const settings = importedUserSettings(person.settings, losses)
    const keeps = keptOf(person)
    const role = Object.values(roles).find((known) => known === person.role) ?? roles.member
    const deliveryEmail = emails.get(person.key) ?? ''
    const visibility = settings.email_address_visibility ?? initialUserSettings.email_address_visibility
    return {
      id,
      organization_id: tx.organizationId,
      email: apiEmail({ id, deliveryEmail, botType: person.botType }, visibility),
      delivery_email: deliveryEmail,
      email_key: deliveryEmail.toLowerCase(),
      full_name: name,
      role,
      is_active: bit(person.isActive),
      is_full_member: bit(isFullMemberAt(directory, { role, joinedAt: person.joinedAt }, tx.now)),
      bot_type: person.botType,
      bot_owner_id: person.owner === null ? null : (ids.users.get(person.owner) ?? null),
      api_key: keeps.apiKey ?? random.token(32),
      password_hash: keeps.hash,
      timezone: person.timezone,
      avatar_source: pictures.avatars.has(person.key)
        ? 'U'
        : (drawnSources.find((source) => source === person.avatar.source) ?? default_avatar_source),
      avatar_version: 1,
      created_at: person.joinedAt,
      joined_at: person.joinedAt,
      is_imported_stub: bit(person.isStub),
      is_deleted: 0 as const,
      settings: JSON.stringify(settings),
      awaits_login: bit(person.botType === null),
      can_create_users: 0 as const,
      can_change_user_emails: 0 as const,
      read_through: 0,
    }
  })
  await insertImported(tx, 'users', rows)
}

/** Avatars that no upload makes. */
const drawnSources = ['G', 'J'] as const

/** Returns an address that nobody else has. Those without one get one that reaches nobody. */
function freeAddress(wanted: string, id: number, taken: ReadonlySet<string>): string {
  const email = isEmailAddress(wanted) ? wanted : `imported-${id}@tagma.invalid`
  const at = email.lastIndexOf('@')
  for (let number = 1; ; number++) {
    const free = number === 1 ? email : `${email.slice(0, at)}+${number}${email.slice(at)}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

/** Returns a name that is allowed: what mentions cannot have is left out. */
function allowedName(wanted: string, id: number): string {
  if (nameProblem(wanted) === undefined) return wanted
  const name = [...wanted.replaceAll(/[\p{Cc}*`\\>"@|]/gu, '').trim()]
    .slice(0, limits.maxFullNameLength)
    .join('')
  return nameProblem(name) === undefined ? name : `User ${id}`
}

async function loadGroups(
  tx: Tx,
  groups: readonly GroupRecord[],
  { ids, directory, losses }: Context,
): Promise<void> {
  const own = groups.filter(({ name }) => !directory.groupByName(name)?.isSystem)
  const names = new UniqueNames([...directory.groups.values()].map((group) => group.name))
  const rows = own.map((group) => {
    const name = names.take(group.name, limits.maxGroupNameLength)
    if (name !== group.name) losses.mend('groups', 'name_changed', 'state', `${group.name} → ${name}`)
    const creator = group.creator === null ? undefined : ids.users.get(group.creator)
    return {
      id: ids.groups.get(group.key) ?? 0,
      organization_id: tx.organizationId,
      name,
      name_key: name.toLowerCase(),
      description: group.description,
      is_system: 0 as const,
      creator_id: creator ?? null,
      created_at: group.createdAt === null ? null : Math.floor(group.createdAt),
      is_deactivated: bit(group.isDeactivated),
      settings: JSON.stringify(
        Object.fromEntries(
          userGroupSettingNames.map((setting) => {
            const { initial } = userGroupSettings[setting]
            const otherwise =
              initial === 'group_creator' ? byCreator(directory, creator) : directory.systemGroup(initial).id
            return [setting, ids.groupSetting(group.permissions[setting]) ?? otherwise]
          }),
        ),
      ),
    }
  })
  await insertImported(tx, 'user_groups', rows)
  const groupId = (key: Key) => ids.groups.get(key) ?? 0
  await insertImported(
    tx,
    'user_group_members',
    own.flatMap(({ key, members }) =>
      members.flatMap((member) => {
        const user_id = ids.users.get(member)
        return user_id === undefined ? [] : [{ group_id: groupId(key), user_id }]
      }),
    ),
  )
  await insertImported(
    tx,
    'user_group_subgroups',
    withoutCycles(own, losses).flatMap(([group, part]) => {
      const subgroup_id = ids.groups.get(part)
      return subgroup_id === undefined ? [] : [{ group_id: groupId(group), subgroup_id }]
    }),
  )
}

/** Pairs of group and subgroup, without those that would put a group into itself. */
function withoutCycles(groups: readonly GroupRecord[], losses: Losses): [Key, Key][] {
  const parts = new Map<Key, Key[]>()
  const reaches = (from: Key, to: Key): boolean => {
    const seen = new Set([from])
    // The set grows while it is gone through.
    for (const group of seen) {
      if (group === to) return true
      for (const part of parts.get(group) ?? []) seen.add(part)
    }
    return false
  }
  const pairs: [Key, Key][] = []
  for (const { key, subgroups } of groups)
    for (const part of subgroups) {
      if (reaches(part, key)) {
        losses.drop('subgroups', 'group_contains_itself', 'state', key)
        continue
      }
      const known = parts.get(key)
      if (known) known.push(part)
      else parts.set(key, [part])
      pairs.push([key, part])
    }
  return pairs
}

const byCreator = (directory: OrganizationDirectory, creator: number | undefined): GroupSetting =>
  creator === undefined
    ? directory.systemGroup('role:administrators').id
    : { direct_members: [creator], direct_subgroups: [] }

async function loadChannels(
  tx: Tx,
  channels: readonly ChannelRecord[],
  folders: ReadonlyMap<Key, number>,
  { ids, links, directory, losses }: Context,
): Promise<void> {
  const names = new UniqueNames()
  const rows = []
  for (const channel of channels) {
    const name = names.take(channel.name || 'channel', limits.maxChannelNameLength)
    if (name !== channel.name) losses.mend('channels', 'name_changed', 'content', `${channel.name} → ${name}`)
    const description = [...links.rewrite(channel.description)]
      .slice(0, limits.maxChannelDescriptionLength)
      .join('')
    const creator = channel.creator === null ? undefined : ids.users.get(channel.creator)
    const settings = channelGroupSettingNames.map((setting) => {
      const { initial } = channelGroupSettings[setting]
      const otherwise =
        initial === 'channel_creator' ? byCreator(directory, creator) : directory.systemGroup(initial).id
      return [setting, ids.groupSetting(channel.permissions[setting]) ?? otherwise]
    })
    rows.push({
      id: ids.channels.get(channel.key) ?? 0,
      organization_id: tx.organizationId,
      name,
      name_key: name.toLowerCase(),
      description,
      rendered_description: await renderDescription(directory, description),
      creator_id: creator ?? null,
      created_at: channel.createdAt,
      is_private: bit(channel.isPrivate),
      is_web_public: bit(channel.isWebPublic),
      is_archived: bit(channel.isArchived),
      is_default: bit(channel.isDefault && !channel.isPrivate),
      history_public: bit(channel.historyPublic),
      message_retention_days: channel.retentionDays,
      folder_id: (channel.folder === null ? undefined : folders.get(channel.folder)) ?? null,
      topics_policy: topicsPolicies.find((policy) => policy === channel.topicsPolicy) ?? 'inherit',
      default_push_notifications: 0 as const,
      hidden_from_agents: 0 as const,
      settings: JSON.stringify(Object.fromEntries(settings)),
    })
  }
  await insertImported(tx, 'channels', rows)
}
