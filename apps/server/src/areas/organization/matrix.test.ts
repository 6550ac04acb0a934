import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { getChannelFolders } from '@tagma/contract/endpoints/channel-folders/get-channel-folders.ts'
import { patchChannelFolders } from '@tagma/contract/endpoints/channel-folders/patch-channel-folders.ts'
import { updateChannelFolder } from '@tagma/contract/endpoints/channel-folders/update-channel-folder.ts'
import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { removeDefaultStream } from '@tagma/contract/endpoints/channels/remove-default-stream.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp, type TestClient } from '#test/app.ts'
import { everyCaller, outcomeOf } from '#test/matrix.ts'

// Tests who may arrange an organization's channels and change its settings. Columns: owner, administrator, moderator,
// member, guest, and a member's bot. `+` is carried out, `-` is refused. A bot has the role of a member.

/** An organization to act on; each caller gets a new one. */
interface Place {
  readonly channelId: number
  readonly folderId: number
  readonly folderIds: number[]
  readonly name: string
}
type Act = (client: TestClient, place: Place) => Promise<unknown>

const administrators = '++----'
const owners = '+-----'

const table: Readonly<Record<string, { act: Act; may: string }>> = {
  'list folders': { act: (client) => client.call(getChannelFolders, {}), may: '++++++' },
  'create a folder': {
    act: (client, { name }) => client.call(createChannelFolder, { name: `${name} too`, description: '' }),
    may: administrators,
  },
  'rename a folder': {
    act: (client, { folderId, name }) =>
      client.call(updateChannelFolder, { channel_folder_id: folderId, name: `${name}!` }),
    may: administrators,
  },
  'archive a folder': {
    act: (client, { folderId }) =>
      client.call(updateChannelFolder, { channel_folder_id: folderId, is_archived: true }),
    may: administrators,
  },
  'put folders in order': {
    act: (client, { folderIds }) => client.call(patchChannelFolders, { order: folderIds.toReversed() }),
    may: administrators,
  },
  // People who administer a channel decide on its folder.
  'put a channel of one’s own into a folder': {
    act: (client, { channelId, folderId }) =>
      client.call(updateStream, { stream_id: channelId, folder_id: folderId }),
    may: '++++-+',
  },
  'make a channel of one’s own a default one': {
    act: (client, { channelId }) => client.call(addDefaultStream, { stream_id: channelId }),
    may: administrators,
  },
  'make it none': {
    act: (client, { channelId }) => client.call(removeDefaultStream, { stream_id: channelId }),
    may: administrators,
  },
  'rename the organization': {
    act: (client, { name }) => client.call(updateRealm, { name }),
    may: administrators,
  },
  'change a setting': {
    act: (client) => client.call(updateRealm, { enable_read_receipts: false }),
    may: administrators,
  },
  'change how long messages are kept': {
    act: (client) => client.call(updateRealm, { message_retention_days: 30 }),
    may: owners,
  },
  'change the waiting period': {
    act: (client) => client.call(updateRealm, { waiting_period_threshold: 3 }),
    may: owners,
  },
  'change who needs an invitation': {
    act: (client) => client.call(updateRealm, { invite_required: false }),
    may: owners,
  },
}

test.for(Object.entries(table).map(([name, row]) => ({ name, ...row })))('$name', async ({ act, may }) => {
  const t = await testApp()
  const creator = await t.given.user('creator', { role: 'owner' })
  let made = 0
  const outcome = await outcomeOf(await everyCaller(t), async (caller) => {
    const name = `thing ${++made}`
    const { channel_folder_id: folderId } = await t
      .as(creator)
      .call(createChannelFolder, { name, description: '' })
    const channel = await t.given.channel([creator, caller], {
      can_administer_channel_group: { direct_members: [caller.id], direct_subgroups: [] },
    })
    const { channel_folders } = await t.as(creator).call(getChannelFolders, { include_archived: true })
    await t.given.settings({})
    const folderIds = channel_folders.map(({ id }) => id)
    return () => act(t.as(caller), { channelId: channel.id, folderId, folderIds, name })
  })
  expect(outcome).toBe(may)
})

/** Permissions that only owners may give. */
const givenByOwners: readonly string[] = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'second_factor_required_group',
]

test.for(organizationPermissionNames)('change %s', async (permission) => {
  const t = await testApp()
  const value = await otherValue(t, permission)
  const outcome = await outcomeOf(await everyCaller(t), async (caller) => {
    await t.given.settings({})
    return async () => {
      await t.as(caller).call(updateRealm, { [permission]: { new: value } })
      expect(t.directory.organization.settings[permission]).toBe(value)
    }
  })
  expect(outcome).toBe(givenByOwners.includes(permission) ? owners : administrators)
})

/** Finds a group that a permission can have and does not have in a new organization. */
async function otherValue(
  t: TestApp,
  permission: (typeof organizationPermissionNames)[number],
): Promise<number> {
  await t.given.settings({})
  const candidates = ['role:moderators', 'role:members'] as const
  const ids = candidates.map((name) => t.directory.systemGroup(name).id)
  const wanted = permission === 'can_access_all_users_group' ? ids.toReversed() : ids
  return wanted.find((id) => id !== t.directory.organization.settings[permission]) ?? 0
}
