import { botTypes } from '@tagma/contract/objects/bot.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { createUser } from '#areas/accounts/create-user.ts'
import { createChannels, initialChannelSettings } from '#areas/channels/create-channels.ts'
import { productVersion } from '#config/product-version.ts'
import { readDirectory } from '#directory/directories.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import type { Random } from '#ports/random.ts'
import { noteVersion } from '#store/log/log-cursors.ts'
import { Tx } from '#store/log/tx.ts'
import { insertOrganization, updateOrganization } from '#store/organization/organizations.ts'

export interface FirstOwner {
  readonly email: string
  readonly fullName: string
  readonly passwordHash: string
}

export interface CreatedOrganization {
  readonly id: number
  readonly owner: UserRecord | undefined
}

/** Makes an organization with its groups, the system's bots, the channel `general` and, if given, its first owner. */
export async function createOrganization(
  tx: Tx,
  random: Random,
  organization: {
    name: string
    subdomain: string
    owner?: FirstOwner | undefined
    /** UNIX seconds at which a demo organization is deleted. */
    demoDeletionAt?: number | null
  },
): Promise<CreatedOrganization> {
  const id = await insertOrganization(tx, {
    name: organization.name,
    subdomain: organization.subdomain,
    uuid: random.uuid(),
    demoDeletionAt: organization.demoDeletionAt ?? null,
  })
  // A new organization has no listeners: these events are dropped.
  const inside = new Tx(tx.db, id, tx.now)
  // Its clients begin with this version: there is no upgrade to tell them.
  await noteVersion(inside, productVersion)
  let directory = await readDirectory(tx.db, id)
  let notifier: UserRecord | undefined
  for (const { key, name } of Object.values(systemBots)) {
    const bot = await createUser(inside, directory, random, {
      email: systemBotEmail(key),
      fullName: name,
      role: roles.member,
      passwordHash: null,
      botType: botTypes.generic,
    })
    notifier ??= bot
  }
  directory = await readDirectory(tx.db, id)
  const [general] = await createChannels(inside, directory, [
    {
      name: 'general',
      description: 'For everybody.',
      // oxlint-disable-next-line tagma/spoken-words -- a text of the organization, which it may change
      renderedDescription: '<p>For everybody.</p>',
      creatorId: null,
      isPrivate: false,
      isWebPublic: false,
      isDefault: true,
      historyPublic: true,
      messageRetentionDays: null,
      folderId: null,
      topicsPolicy: 'inherit',
      defaultPushNotifications: false,
      isHiddenFromAgents: false,
      settings: {
        ...initialChannelSettings(directory, must(notifier, 'the system has no bot')),
        can_administer_channel_group: directory.systemGroup('role:nobody').id,
      },
    },
  ])
  const announcements = {
    new_stream_announcements_stream_id: must(general, 'no channel was made of one name').id,
  }
  await updateOrganization(inside, { settings: JSON.stringify(announcements) })
  directory = await readDirectory(tx.db, id)
  const owner =
    organization.owner &&
    (await createAccount(inside, directory, random, {
      ...organization.owner,
      role: roles.owner,
      hasEveryPermission: true,
    }))
  return { id, owner }
}
