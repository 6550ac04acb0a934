import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { allMessages, imported, teaClub } from '#test/imported-organization.ts'

test('a message has the versions and places that it had', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const other = built.channel('other')
  for (const channel of [open, other]) built.subscribe(iris, channel)
  const id = built.message(iris, open, {
    topic: 'tea',
    content: 'third',
    columns: {
      edit_history: JSON.stringify([
        {
          timestamp: 1_600_000_400.5,
          user_id: otto.id,
          prev_content: '**second**',
          prev_rendered_content: '<script>',
        },
        { timestamp: 1_600_000_300, user_id: 999_999, prev_topic: 'coffee', topic: 'tea' },
        {
          timestamp: 1_600_000_200,
          user_id: iris.id,
          prev_stream: other.id,
          stream: open.id,
          prev_subject: 'milk',
        },
        { timestamp: 1_600_000_100, user_id: iris.id, prev_content: 'x'.repeat(10_001) },
        { timestamp: 1_600_000_050, user_id: iris.id, prev_stream: 999_998, stream: other.id },
        { timestamp: 'never', prev_content: 'no time' },
      ]),
    },
  })
  built.message(iris, open, { content: 'broken', columns: { edit_history: '[{"prev_content"' } })
  const { as, directory, report } = await imported(t, built)
  const [place, before] = ['open', 'other'].map((name) => directory.channelByName(name)?.id)
  const client = as('iris@example.com')
  const { messages } = await client.call(getMessages, { ...allMessages, apply_markdown: false })
  expect(messages).toMatchObject([
    { content: 'third', last_edit_timestamp: 1_600_000_400, last_moved_timestamp: 1_600_000_300 },
    { content: 'broken' },
  ])
  const own = (email: string) => directory.userByEmail(email)?.id
  const { message_history } = await client.call(getMessageHistory, { message_id: messages[0]?.id ?? 0 })
  const [irisId, ottoId] = [own('iris@example.com'), own('otto@example.com')]
  const shortened = `${'x'.repeat(9980)}\n[message truncated]`
  expect(message_history).toMatchObject([
    { topic: 'milk', content: shortened, timestamp: 1_600_000_000 + id, user_id: irisId },
    {
      topic: 'milk',
      content: '**second**',
      prev_content: shortened,
      timestamp: 1_600_000_100,
      user_id: irisId,
    },
    { topic: 'coffee', prev_topic: 'milk', prev_stream: before, stream: place, timestamp: 1_600_000_200 },
    { topic: 'tea', prev_topic: 'coffee', timestamp: 1_600_000_300, user_id: null },
    {
      content: 'third',
      prev_content: '**second**',
      prev_rendered_content: '<p><strong>second</strong></p>',
      timestamp: 1_600_000_400,
      user_id: ottoId,
    },
  ])
  expect(report.tables).toContainEqual({ table: 'edit_history', read: 5, carried: 4, dropped: 1 })
  expect(report.losses).toMatchObject([
    { table: 'edit_history', reason: 'too_long_cut', kind: 'content', count: 1 },
    { table: 'edit_history', reason: 'channel_unknown', kind: 'trace', count: 1 },
  ])
})

test('linkifiers make links of old messages, and domains may join as before', async () => {
  const t = await testApp()
  const { built, iris, open } = teaClub()
  built.subscribe(iris, open)
  const linkifier = (pattern: string, url_template: string, order: number) =>
    built.add('zerver_realmfilter', { pattern, url_template, order })
  linkifier('T(?P<id>[0-9]+)', 'https://example.com/second/{id}', 2)
  linkifier('#(?P<id>[0-9]+)', 'https://example.com/first/{id}', 1)
  linkifier('(', 'https://example.com/broken', 3)
  for (const domain of ['Example.com', 'example.com', 'no domain'])
    built.add('zerver_realmdomain', { domain, allow_subdomains: true })
  built.message(iris, open, { content: 'see #12 and T13' })
  const { as, report } = await imported(t, built)
  const { messages } = await as('iris@example.com').call(getMessages, allMessages)
  expect(messages[0]?.content).toBe(
    '<p>see <a href="https://example.com/first/12">#12</a> and <a href="https://example.com/second/13">T13</a></p>',
  )
  const state = await as('iris@example.com').call(registerQueue, {
    event_types: ['realm_linkifiers', 'realm_domains'],
    client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
  })
  expect(state.realm_linkifiers?.map(({ pattern }) => pattern)).toEqual([
    '#(?P<id>[0-9]+)',
    'T(?P<id>[0-9]+)',
  ])
  expect(state.realm_domains).toEqual([{ domain: 'example.com', allow_subdomains: true }])
  expect(report.losses.map(({ table, reason, count }) => [table, reason, count])).toEqual([
    ['linkifiers', 'not_allowed', 1],
    ['domains', 'twice', 1],
    ['domains', 'not_allowed', 1],
  ])
})
