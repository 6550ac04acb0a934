import { getBotStorage } from '@tagma/contract/endpoints/bots/get-bot-storage.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { expect, test } from 'vitest'
import { sendDueMessages } from '#areas/scheduled/send-due-messages.ts'
import { must } from '#model/must.ts'
import { type TestApp, testApp, testClient } from '#test/app.ts'
import { importOrganization, type ImportSource } from './import-organization.ts'
import { planImport } from './plan-import.ts'

async function imported(t: TestApp, built: ExportBuilder) {
  const subdomain = `belongings-${t.organizationId}`
  const source: ImportSource = {
    hash: subdomain,
    pathOf: () => '',
    read: (losses) => readZulip(built.files(100), losses),
  }
  const plan = await planImport(source.read(new Losses()), () => {})
  const run = { subdomain, oldUrls: [], progress: () => {} }
  const { organizationId, report } = await importOrganization(t.app.services, source, plan, run)
  const directory = await t.app.services.data.directories.get(organizationId)
  const account = (name: string) => must(directory.userByEmail(`${name}@example.com`), `${name} is there`)
  const as = (name: string) => testClient(t.app, `${subdomain}.localhost`, account(name))
  const losses = report.losses.map(({ table, reason, count }) => `${table}: ${reason}: ${count}`).toSorted()
  return { organizationId, directory, losses, as, account }
}

function teaClub() {
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100, email_address_visibility: 1 })
  const otto = built.person('Otto', { email_address_visibility: 1 })
  return { built, iris, otto }
}

test('folders, playgrounds, views and presence are as they were', async () => {
  const t = await testApp()
  const { built, iris, otto } = teaClub()
  const folder = (name: string, order: number, columns = {}) =>
    built.add('zerver_channelfolder', {
      name,
      order,
      description: '*hot*',
      creator: iris.id,
      date_created: 1.6e9,
      ...columns,
    })
  const drinks = folder('Drinks', 2)
  folder('Cakes', 1)
  folder('drinks', 3, { is_archived: true })
  folder('DRINKS', 4)
  const open = built.channel('open', { folder: drinks })
  built.subscribe(iris, open)
  const playground = (name: string, columns: Record<string, string>) =>
    built.add('zerver_realmplayground', { name, pygments_language: 'Python', ...columns })
  playground('Try', { url_template: 'https://try.example.com/?code={code}' })
  playground('Old', { url_prefix: 'https://old.example.com/?code=' })
  playground('Script', { url_template: 'javascript:{code}' })
  const view = (user: number, fragment: string, name: string | null) =>
    built.add('zerver_navigationview', { user, fragment, is_pinned: true, name })
  view(iris.id, 'inbox', null)
  view(iris.id, 'narrow/is/starred', 'Stars')
  view(iris.id, 'narrow/is/followed', 'Stars')
  view(999_999, 'inbox', null)
  const presence = (user_profile: number, last_active_time: number) =>
    built.add('zerver_userpresence', {
      user_profile,
      last_active_time,
      last_connected_time: 1_600_000_100.5,
      last_update_id: 1,
    })
  presence(otto.id, 1_600_000_000.5)
  presence(iris.id, 9e9)
  const { as, losses, account } = await imported(t, built)
  const state = await as('iris').call(registerQueue, {
    event_types: ['channel_folders', 'subscription', 'realm_playgrounds', 'navigation_views', 'presence'],
    slim_presence: true,
    presence_history_limit_days: 100_000,
  })
  const folders = state.channel_folders ?? []
  expect(folders.map(({ name, is_archived, date_created }) => [name, is_archived, date_created])).toEqual([
    ['Cakes', false, 1.6e9],
    ['Drinks', false, 1.6e9],
    ['drinks', true, 1.6e9],
    ['DRINKS (2)', false, 1.6e9],
  ])
  expect(folders[0]?.rendered_description).toBe('<p><em>hot</em></p>')
  expect(state.subscriptions?.map(({ name, folder_id }) => [name, folder_id])).toEqual([
    ['open', folders[1]?.id],
  ])
  expect(state.realm_playgrounds?.map(({ name, url_template }) => [name, url_template])).toEqual([
    ['Try', 'https://try.example.com/?code={code}'],
    ['Old', 'https://old.example.com/?code={code}'],
  ])
  expect(state.navigation_views).toEqual([
    { fragment: 'inbox', is_pinned: true, name: null },
    { fragment: 'narrow/is/starred', is_pinned: true, name: 'Stars' },
  ])
  expect(state.presences).toEqual({
    [String(account('otto').id)]: { active_timestamp: 1_600_000_000, idle_timestamp: 1_600_000_100 },
  })
  expect(losses).toEqual([
    'folders: name_changed: 1',
    'playgrounds: not_allowed: 1',
    'presence: twice_or_in_the_future: 1',
    'views: twice: 1',
    'zerver_navigationview: person_unknown: 1',
  ])
})

test('messages that wait are sent when they are due, and none that should have been sent before', async () => {
  const t = await testApp()
  const { built, iris, otto } = teaClub()
  const open = built.channel('open')
  built.subscribe(iris, open)
  const message = built.message(iris, open, { content: 'remember' })
  const now = Math.floor(t.clock.now() / 1000)
  const recipientOf = (id: number) =>
    built.tables.zerver_recipient?.find((row) => row.type === 1 && row.type_id === id)?.id
  const schedule = (content: string, columns: Record<string, unknown>) =>
    built.add('zerver_scheduledmessage', {
      sender: iris.id,
      recipient: open.recipient,
      subject: 'tea',
      content,
      scheduled_timestamp: now + 600.5,
      delivery_type: 1,
      delivered: false,
      failed: false,
      ...columns,
    })
  schedule('to all', {})
  schedule('to one', { recipient: recipientOf(otto.id), scheduled_timestamp: now + 700 })
  schedule('late', { scheduled_timestamp: now - 5 })
  schedule('failed', { failed: true, failure_message: 'No such channel' })
  schedule('sent', { delivered: true })
  schedule('nowhere', { recipient: 999_999 })
  const reminder = { delivery_type: 2, recipient: recipientOf(iris.id), reminder_note: 'milk' }
  schedule('you asked', { ...reminder, reminder_target_message_id: message })
  schedule('you asked', { ...reminder, reminder_target_message_id: 999_999 })
  const { as, losses, directory, account, organizationId } = await imported(t, built)
  const asked = { event_types: ['scheduled_messages', 'reminders'] }
  const state = await as('iris').call(registerQueue, asked)
  const channel = directory.channelByName('open')?.id
  expect(state.scheduled_messages?.toSorted((a, b) => a.content.localeCompare(b.content))).toMatchObject([
    { content: 'failed', failed: true },
    { content: 'late', failed: true },
    {
      content: 'to all',
      type: 'stream',
      to: channel,
      topic: 'tea',
      failed: false,
      scheduled_delivery_timestamp: now + 600,
    },
    { content: 'to one', type: 'private', to: [account('otto').id], failed: false },
  ])
  expect(state.reminders).toMatchObject([{ failed: false }])
  expect(losses).toEqual([
    'scheduled: message_unknown: 1',
    'scheduled: overdue: 1',
    'zerver_scheduledmessage: sender_or_recipient_unknown: 1',
    'zerver_scheduledmessage: sent_already: 1',
  ])
  t.clock.advance({ seconds: 650 })
  await sendDueMessages(t.app.services, organizationId)
  const { messages } = await as('iris').call(getMessages, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [{ operator: 'channel', operand: channel ?? 0 }],
    apply_markdown: false,
  })
  expect(messages.map(({ content }) => content)).toEqual(['remember', 'to all'])
})

test('bots keep their channels, services and storage', async () => {
  const t = await testApp()
  const { built, iris } = teaClub()
  const open = built.channel('open')
  const bot = (name: string, bot_type: number, columns = {}) =>
    built.person(name, { is_bot: true, bot_type, bot_owner: iris.id, ...columns })
  const hook = bot('Hook', 3, { default_sending_stream: open.id, default_all_public_streams: true })
  const generic = bot('Generic', 1)
  const service = (base_url: string) =>
    built.add('zerver_service', {
      user_profile: hook.id,
      name: 'hook',
      base_url,
      token: 'secret',
      interface: 2,
    })
  service('https://hooks.example.com/tea')
  service('file:///etc/passwd')
  built.add('zerver_service', { user_profile: 999_999, base_url: 'https://example.com' })
  built.add('zerver_botstoragedata', { bot_profile: generic.id, key: 'cups', value: '3' })
  const { as, losses, account } = await imported(t, built)
  const state = await as('iris').call(registerQueue, { event_types: ['realm_bot'] })
  const found = state.realm_bots?.find(({ user_id }) => user_id === account('hook').id)
  expect(found).toMatchObject({
    default_sending_stream: 'open',
    default_all_public_streams: true,
    services: [{ base_url: 'https://hooks.example.com/tea', token: 'secret', interface: 2 }],
  })
  expect((await as('generic').call(getBotStorage, {})).storage).toEqual({ cups: '3' })
  expect(losses).toEqual(['bots: address_not_allowed: 1', 'zerver_service: bot_unknown: 1'])
})
