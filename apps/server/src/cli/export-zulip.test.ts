import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readZulipPattern } from '#areas/exports/zulip/zulip-pattern.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { type TestApp, type TestClient, testApp, testClient } from '#test/app.ts'
import { runImport } from '#test/imported-archive.ts'
import { folderOf, passingFolder } from '#test/packed-files.ts'
import { picture } from '#test/pictures.ts'
import { exportForZulip } from './export-zulip.ts'
import { openImportFolder } from './import-folder.ts'
import { unpackArchive } from './unpack-archive.ts'

const all = { anchor: 'oldest', num_before: 0, num_after: 200, apply_markdown: false } as const

/** Writes the export of a test's organization; returns its path. */
async function exported(t: TestApp, like?: string): Promise<string> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const to = join(await passingFolder(), 'tea.tar.gz')
  const { subdomain } = t.directory.organization
  await exportForZulip(t.app.services, { to, subdomain, ...(like === undefined ? {} : { like }) })
  said.mockRestore()
  return to
}

/** Everything that somebody sees, with names in place of ids, so that two organizations can be compared. */
async function seenBy(client: TestClient, directory: OrganizationDirectory) {
  const name = (id: number | null) => (id === null ? null : (directory.users.get(id)?.fullName ?? `${id}`))
  const { messages } = await client.call(getMessages, all)
  const { subscriptions } = await client.call(getSubscriptions, {})
  const state = await client.call(registerQueue, {})
  const textOf = (text: string) =>
    text
      .replaceAll(/\/user_uploads\/\S+\/([\w.-]+)\)/g, '/user_uploads/$1)')
      .replaceAll(/\|(\d+)\*\*/g, (_, id) => `|${name(Number(id))}**`)
  const contentOf = new Map(messages.map(({ id, content }) => [id, textOf(content)]))
  return {
    messages: messages.map((message) => ({
      content: textOf(message.content),
      sender: message.sender_full_name,
      place:
        typeof message.display_recipient === 'string'
          ? `${message.display_recipient} > ${message.subject}`
          : message.display_recipient.map(({ full_name }) => full_name).toSorted(),
      at: message.timestamp,
      edited: message.last_edit_timestamp,
      flags: message.flags.toSorted(),
      reactions: message.reactions.map(({ emoji_name, user_id }) => `${emoji_name} ${name(user_id)}`),
      history: message.edit_history?.map(({ prev_content, prev_topic, topic, user_id, timestamp }) => ({
        prev_content,
        prev_topic,
        topic,
        by: name(user_id),
        timestamp,
      })),
    })),
    subscriptions: subscriptions
      .map(({ name: channel, color, is_muted, pin_to_top, invite_only, description }) => ({
        channel,
        color,
        is_muted,
        pin_to_top,
        invite_only,
        description,
      }))
      .toSorted((a, b) => a.channel.localeCompare(b.channel)),
    unread: (state.unread_msgs?.streams ?? [])
      .map(({ topic, unread_message_ids }) => [topic, unread_message_ids.map((id) => contentOf.get(id))])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    mentions: (state.unread_msgs?.mentions ?? []).map((id) => contentOf.get(id)),
    unreadDirect: (state.unread_msgs?.pms ?? []).map(({ unread_message_ids }) =>
      unread_message_ids.map((id) => contentOf.get(id)),
    ),
    snippets: state.saved_snippets?.map(({ title, content }) => [title, content]),
    words: state.alert_words?.toSorted(),
    people: state.realm_users
      ?.map(({ full_name, role, is_active, delivery_email, profile_data }) => ({
        full_name,
        role,
        is_active,
        delivery_email,
        profile: Object.values(profile_data ?? {}).map(({ value }) => value),
      }))
      .toSorted((a, b) => a.full_name.localeCompare(b.full_name)),
    groups: state.realm_user_groups
      ?.filter(({ is_system_group }) => !is_system_group)
      .map((group) => ({
        name: group.name,
        members: group.members.map((id) => String(name(id))).toSorted(),
      })),
    emoji: Object.values(state.realm_emoji ?? {}).map((emoji) => [emoji.name, name(emoji.author_id)]),
    statuses: Object.values(state.user_status ?? {}),
    settings: state.user_settings?.twenty_four_hour_time,
    realm: [state.realm_name, state.realm_description, state.realm_inline_url_embed_preview],
  }
}

/** A team with one of everything that an export has a place for. */
async function teaClub(t: TestApp) {
  const owner = await t.given.user('Olga', { role: 'owner' })
  const { Iris, Otto, Mia } = await t.given.members('Iris', 'Otto', 'Mia')
  await t.given.bot('helper', Iris)
  const tea = await t.given.channel([Iris, Otto, owner], { name: 'tea' })
  const secret = await t.given.channel([Iris, Otto], {
    name: 'secret',
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const bytes = new TextEncoder().encode('two spoons')
  const { url } = await t
    .as(Iris)
    .call(uploadFile, { file: [{ filename: 'recipe.txt', contentType: 'text/plain', bytes }] })
  const first = await t.given.message(Iris, tea, { content: 'hot', topic: 'Mornings' })
  await t.as(Iris).call(updateMessage, { message_id: first, content: `cold @**Otto** [it](${url})` })
  await t
    .as(owner)
    .call(updateMessage, { message_id: first, topic: 'Evenings', propagate_mode: 'change_all' })
  await t.as(Otto).call(addReaction, { message_id: first, emoji_name: 'octopus' })
  await t.as(owner).call(uploadCustomEmoji, { emoji_name: 'kettle', file: [await picture()] })
  await t.as(Mia).call(addReaction, { message_id: first, emoji_name: 'kettle' })
  await t.as(Otto).call(updateMessageFlags, { messages: [first], op: 'add', flag: 'starred' })
  const read = await t.given.message(owner, tea, { content: 'read by Otto', topic: 'Evenings' })
  await t.as(Otto).call(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' })
  await t.given.message(owner, tea, { content: 'unread by Otto', topic: 'Evenings' })
  await t.given.message(Iris, secret, { content: 'secret, to both' })
  await t.as(Otto).call(unsubscribe, { subscriptions: ['secret'] })
  await t.given.message(Iris, secret, { content: 'secret, to Iris' })
  await t.given.message(Otto, [Iris], { content: 'just us' })
  await t.given.message(Otto, [Iris, Mia], { content: 'three of us' })
  await t.given.message(Iris, [Iris], { content: 'to myself' })
  await t
    .as(Iris)
    .call(sendMessage, { type: 'channel', to: tea.id, topic: 'poll', content: '/poll Tea?\nyes' })
  await t.as(Iris).call(createSavedSnippet, { title: 'Hi', content: 'Hello **you**' })
  await t.as(Iris).call(addAlertWords, { alert_words: ['kettle', 'biscuits'] })
  await t.as(Iris).call(updateStatus, { status_text: 'brewing', emoji_name: 'tea' })
  await t.as(Iris).call(updateSettings, { twenty_four_hour_time: true })
  await t.as(Iris).call(uploadAvatar, { file: [await picture()] })
  await t.as(owner).call(updateRealm, { description: 'We drink it.', inline_url_embed_preview: false })
  const field = await t.as(owner).call(createCustomProfileField, { name: 'Favourite', field_type: 1 })
  await t.as(Iris).call(updateProfileData, { data: [{ id: field.id, value: 'Assam' }] })
  await t.as(owner).call(createUserGroup, { name: 'brewers', description: '', members: [Iris.id, Mia.id] })
  return { owner, Iris, Otto, Mia, tea }
}

test('what our import reads of an export in Zulip’s form is what everybody had', async () => {
  const t = await testApp()
  const { owner, Iris, Otto, Mia, tea } = await teaClub(t)
  await t.as(owner).call(updateRealm, {
    can_create_public_channel_group: { new: { direct_members: [Iris.id], direct_subgroups: [] } },
  })
  const { subdomain, report } = await runImport(t, await exported(t))
  expect(report).not.toMatch(/^content:/m)
  const { db, directories } = t.app.services.data
  const made = must(
    (await listOrganizations(db)).find((one) => one.subdomain === subdomain),
    'it is there',
  )
  const directory = await directories.get(made.id)
  for (const person of [owner, Iris, Otto, Mia]) {
    const there = must(directory.userByEmail(person.email), 'everybody is there')
    const client = testClient(t.app, `${subdomain}.localhost`, there)
    expect(await seenBy(client, directory)).toEqual(await seenBy(t.as(person), t.directory))
  }
  const channel = must(directory.channelByName('tea'), 'it is there')
  expect(channel).toMatchObject({
    isPrivate: tea.isPrivate,
    createdAt: tea.createdAt,
    topicsPolicy: 'inherit',
  })
  const iris = must(directory.userByEmail(Iris.email), 'she is there')
  expect(directory.organization.settings.can_create_public_channel_group).toEqual({
    direct_members: [iris.id],
    direct_subgroups: [],
  })
  expect(iris).toMatchObject({ avatarSource: 'U', joinedAt: t.directory.users.get(Iris.id)?.joinedAt })
  const kept = await Array.fromAsync(t.app.services.outside.blobs.list())
  const file = must(
    kept.find(({ key }) => key.startsWith(`${made.id}/`) && key.endsWith('recipe.txt')),
    'the upload is there',
  )
  const hash = createHash('sha256')
  for await (const chunk of t.app.services.outside.blobs.open(file.key) as AsyncIterable<Buffer>)
    hash.update(chunk)
  expect(hash.digest('hex')).toBe(createHash('sha256').update('two spoons').digest('hex'))
})

test('with an export of the server that shall take it, rows have exactly its columns and its migrations', async () => {
  const t = await testApp()
  await teaClub(t)
  const sample = new ExportBuilder()
  const sue = sample.person('Sue', { favourite_of_this_version: 7, email_address_visibility: 2 })
  const den = sample.channel('den', { later_column: 'usual' })
  sample.subscribe(sue, den)
  sample.message(sue, den, { columns: { type: 1, column_of_messages: null } })
  sample.others.set('migration_status.json', '{"zerver":["[X] 0700_some"]}')
  const files = sample.files()
  const contents = new Map<string, string>()
  for (const name of files.names) contents.set(name, JSON.stringify(await files.json(name)))
  const like = await folderOf(contents)
  const into = await passingFolder()
  await unpackArchive(await exported(t, like), false, into)
  const { files: made } = await openImportFolder(join(into, `${t.directory.organization.subdomain}-export`))
  const pattern = await readZulipPattern(files)
  const result = await readZulipPattern(made)
  for (const table of ['zerver_userprofile', 'zerver_stream', 'zerver_message', 'zerver_subscription']) {
    expect(Object.keys(result.rows.get(table) ?? {})).toEqual(Object.keys(pattern.rows.get(table) ?? {}))
    expect(Object.keys(result.rows.get(table) ?? {}).length).toBeGreaterThan(3)
  }
  expect(result.rows.get('zerver_userprofile')).toMatchObject({ favourite_of_this_version: 7 })
  expect(result.rows.get('zerver_stream')).toMatchObject({ later_column: 'usual', name: 'general' })
  expect(result.migrations).toBe('{"zerver":["[X] 0700_some"]}')
})
