import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { getChannelFolders } from '@tagma/contract/endpoints/channel-folders/get-channel-folders.ts'
import { patchChannelFolders } from '@tagma/contract/endpoints/channel-folders/patch-channel-folders.ts'
import { updateChannelFolder } from '@tagma/contract/endpoints/channel-folders/update-channel-folder.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('folders are made, changed, reordered and archived, and everybody learns of it', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const observers = [administrator, member, guest]
  const ids: number[] = []
  await converge(t, observers, async () => {
    for (const name of ['Teams', 'Projects'])
      ids.push(
        (await t.as(administrator).call(createChannelFolder, { name, description: '*All* of them' }))
          .channel_folder_id,
      )
  })
  const [teams = 0, projects = 0] = ids
  const channel = await t.given.channel([member], { folder_id: teams })
  expect(channel.folderId).toBe(teams)
  await converge(t, observers, () =>
    t.as(administrator).call(patchChannelFolders, { order: [projects, teams] }),
  )
  const list = async (include_archived: boolean) =>
    (await t.as(guest).call(getChannelFolders, { include_archived })).channel_folders
  expect(await list(false)).toEqual([
    expect.objectContaining({ id: projects, name: 'Projects', order: 0, is_archived: false }),
    {
      id: teams,
      name: 'Teams',
      description: '*All* of them',
      rendered_description: '<p><em>All</em> of them</p>',
      date_created: Math.floor(t.clock.now() / 1000),
      creator_id: administrator.id,
      order: 1,
      is_archived: false,
    },
  ])
  const change = (args: object) =>
    t.as(administrator).call(updateChannelFolder, { channel_folder_id: teams, ...args })
  const refusal = (args: object) =>
    t
      .as(administrator)
      .refusal(updateChannelFolder, { channel_folder_id: teams, ...args })
      .then(({ message }) => message)
  expect(await refusal({ is_archived: true })).toMatch(/remove all the channels/)
  await converge(t, observers, () =>
    t.as(member).call(updateStream, { stream_id: channel.id, folder_id: null }),
  )
  await converge(t, observers, () => change({ is_archived: true, description: 'Old' }))
  expect((await list(false)).map((folder) => folder.id)).toEqual([projects])
  expect((await list(true)).map((folder) => folder.id)).toEqual([projects, teams])
  // The name of an archived folder is free, until the folder comes back.
  await t.as(administrator).call(updateChannelFolder, { channel_folder_id: projects, name: 'teams' })
  expect(await refusal({ is_archived: false })).toBe('Channel folder name already in use')
  await change({ name: 'Former', is_archived: false })
  expect((await list(false)).map((folder) => folder.name)).toEqual(['teams', 'Former'])
})

test('only administrators manage folders, and each folder has a unique name', async () => {
  const t = await testApp()
  const { administrator, moderator } = await t.given.everyRole()
  const make = { name: 'Teams', description: '' }
  expect(await t.as(moderator).refusal(createChannelFolder, make)).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
    message: 'Must be an organization administrator',
  })
  const { channel_folder_id: id } = await t.as(administrator).call(createChannelFolder, make)
  const refusal = (name: string) =>
    t
      .as(administrator)
      .refusal(createChannelFolder, { name, description: '' })
      .then(({ message }) => message)
  expect(await refusal('TEAMS')).toBe('Channel folder name already in use')
  expect(await refusal(' ')).toBe('name cannot be blank')
  expect(await refusal('x'.repeat(61))).toMatch(/limit: 60/)
  for (const order of [[], [id, id], [id, 99_999], [99_999]])
    expect(await t.as(administrator).refusal(patchChannelFolders, { order })).toMatchObject({
      message: expect.stringContaining('name every channel folder once'),
    })
  expect(
    await t.as(administrator).refusal(updateChannelFolder, { channel_folder_id: 99_999, name: 'x' }),
  ).toMatchObject({ message: 'Invalid channel folder ID' })
})

test('a folder has a name and a possibly empty description, within the limits that clients are told', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const { max_channel_folder_name_length, max_channel_folder_description_length } = await t
    .as(administrator)
    .call(registerQueue, { fetch_event_types: ['realm'] })
  expect([max_channel_folder_name_length, max_channel_folder_description_length]).toEqual([60, 1024])
  const longest = { name: 'é'.repeat(60), description: 'é'.repeat(1024) }
  const { channel_folder_id } = await t.as(administrator).call(createChannelFolder, longest)
  const { channel_folders } = await t.as(administrator).call(getChannelFolders, {})
  expect(channel_folders).toEqual([expect.objectContaining({ id: channel_folder_id, ...longest })])
  const refusal = async (args: object) => {
    const refused = await t.as(administrator).refusal(createChannelFolder, args as typeof longest)
    return `${refused.code}: ${refused.message}`
  }
  expect(await refusal({ name: 'Teams' })).toBe("REQUEST_VARIABLE_MISSING: Missing 'description' argument")
  expect(await refusal({ description: '' })).toBe("REQUEST_VARIABLE_MISSING: Missing 'name' argument")
  expect(await refusal({ name: '', description: '' })).toBe('BAD_REQUEST: name cannot be blank')
  expect(await refusal({ name: 'x', description: 'é'.repeat(1025) })).toBe(
    'BAD_REQUEST: description is too long (limit: 1024 characters)',
  )
  expect(await refusal({ name: 'é'.repeat(61), description: '' })).toBe(
    'BAD_REQUEST: name is too long (limit: 60 characters)',
  )
})
