import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const none = { include_public: false, include_subscribed: false }

test.each([
  ['nothing', none, []],
  ['what is listed unless the caller says otherwise', {}, ['general', 'mine', 'open', 'web']],
  ['include_public', { ...none, include_public: true }, ['general', 'open', 'web']],
  ['include_web_public', { ...none, include_web_public: true }, ['web']],
  ['include_subscribed', { ...none, include_subscribed: true }, ['general', 'mine']],
  ['include_default', { ...none, include_default: true }, ['general', 'open']],
  ['include_all', { ...none, include_all: true }, ['general', 'known', 'mine', 'open', 'readable', 'web']],
  [
    'include_all_active',
    { ...none, include_all_active: true },
    ['general', 'known', 'mine', 'open', 'readable', 'web'],
  ],
  [
    'include_can_access_content',
    { ...none, include_can_access_content: true },
    ['general', 'mine', 'open', 'readable', 'web'],
  ],
  [
    'exclude_archived',
    { ...none, include_public: true, exclude_archived: false },
    ['general', 'old', 'open', 'web'],
  ],
])('GET /streams with %s', async (_, parameters, expected) => {
  const t = await testApp()
  await t.given.settings({ enable_spectator_access: true })
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris } = await t.given.members('iris')
  const only = { direct_members: [iris.id], direct_subgroups: [] }
  const open = await t.given.channel([owner], { name: 'open' })
  const old = await t.given.channel([owner], { name: 'old' })
  await t.given.channel([owner], { name: 'web', is_web_public: true })
  await t.given.channel([owner], { name: 'hidden', invite_only: true })
  await t.given.channel([owner], { name: 'known', invite_only: true, can_administer_channel_group: only })
  await t.given.channel([owner], { name: 'readable', invite_only: true, can_subscribe_group: only })
  await t.given.channel([owner, iris], { name: 'mine', invite_only: true })
  await t.as(owner).call(addDefaultStream, { stream_id: open.id })
  await t.as(owner).call(archiveStream, { stream_id: old.id })
  const { streams } = await t.as(iris).call(getStreams, parameters)
  expect(streams.map(({ name }) => name).toSorted()).toEqual(expected)
  const isDefault = streams.map(({ name, is_default }) => [name, is_default])
  expect(isDefault.filter(([, value]) => value !== undefined)).toEqual(
    'include_default' in parameters ? isDefault.map(([name]) => [name, true]) : [],
  )
})
