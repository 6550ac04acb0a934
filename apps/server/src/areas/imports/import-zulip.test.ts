import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { type TestApp, testApp, testClient } from '#test/app.ts'
import { readTables } from '#test/read-tables.ts'
import { finishedImport, importOrganization, type ImportSource } from './import-organization.ts'
import { planImport } from './plan-import.ts'

let imports = 0

const all = { anchor: 'oldest', num_before: 0, num_after: 100 } as const

/** Imports an export into an organization of its own, and calls as its people. */
async function imported(t: TestApp, built: ExportBuilder, { perFile = 3 } = {}) {
  const subdomain = `imported${++imports}-${t.organizationId}`
  const source = sourceOf(built, subdomain, perFile)
  const plan = await planImport(source.read(new Losses()), () => {})
  const { organizationId, report } = await importOrganization(t.app.services, source, plan, {
    subdomain,
    oldUrls: [],
    progress: () => {},
  })
  const directory = await t.app.services.data.directories.get(organizationId)
  const as = (email: string) =>
    testClient(t.app, `${subdomain}.localhost`, must(directory.userByEmail(email), `${email} is there`))
  return { organizationId, directory, report, as, plan, subdomain }
}

const sourceOf = (built: ExportBuilder, hash: string, perFile = 3): ImportSource => ({
  hash,
  pathOf: () => '',
  read: (losses) => readZulip(built.files(perFile), losses),
})

/** The contents that somebody gets for a narrow, oldest first. */
async function contents(
  client: ReturnType<typeof testClient>,
  narrow: { operator: string; operand: string | number | number[] }[] = [],
): Promise<string[]> {
  const { messages } = await client.call(getMessages, { ...all, narrow, apply_markdown: false })
  return messages.map(({ content }) => content)
}

function teaClub() {
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100, email_address_visibility: 1, twenty_four_hour_time: true })
  const otto = built.person('Otto', { email_address_visibility: 1 })
  const mona = built.person('Mona', { email_address_visibility: 1 })
  const open = built.channel('open')
  return { built, iris, otto, mona, open }
}

test('people, channels and subscriptions are as they were', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const secret = built.channel('secret', { invite_only: true, description: 'For *two*' })
  built.subscribe(iris, secret, { is_muted: true, pin_to_top: true, color: '#ff0000' })
  built.subscribe(iris, open)
  built.subscribe(otto, open, { active: false })
  const { as, directory } = await imported(t, built)
  expect(directory.organization).toMatchObject({
    name: 'Tea Club',
    description: 'We drink it.',
    deactivatedAt: null,
  })
  const { subscriptions } = await as('iris@example.com').call(getSubscriptions, {})
  expect(subscriptions).toMatchObject([
    { name: 'open', color: '#76ce90', is_muted: false, invite_only: false },
    {
      name: 'secret',
      color: '#ff0000',
      is_muted: true,
      pin_to_top: true,
      invite_only: true,
      history_public_to_subscribers: false,
      rendered_description: '<p>For <em>two</em></p>',
    },
  ])
  expect((await as('otto@example.com').call(getSubscriptions, {})).subscriptions).toEqual([])
  const { realm_users } = await as('otto@example.com').call(registerQueue, { event_types: ['realm_user'] })
  expect(
    realm_users?.map(({ full_name, role, timezone }) => `${full_name} ${role} ${timezone}`).toSorted(),
  ).toEqual(['Iris 100 Europe/Berlin', 'Mona 400 Europe/Berlin', 'Otto 400 Europe/Berlin'])
})

test('everybody has the unread, starred and mentioned messages that they had', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, open } = teaClub()
  for (const person of [iris, otto, mona]) built.subscribe(person, open)
  built.message(iris, open, {
    content: 'read',
    to: [
      [otto, 1 | 2],
      [mona, 1],
    ],
  })
  built.message(iris, open, { content: 'unread', to: [[otto], [mona, 1]] })
  built.message(otto, open, { content: '@**Mona** hello', to: [[iris], [mona, 8]] })
  built.message(iris, open, { topic: 'TEA', content: 'unread too', to: [[otto], [mona, 1]] })
  built.message(mona, otto, { content: 'directly', to: [[otto]] })
  built.message(mona, built.circle(iris, otto, mona), { content: 'round', to: [[iris, 1], [otto]] })
  const { as } = await imported(t, built)
  const unread = (name: string) =>
    contents(as(`${name}@example.com`), [{ operator: 'is', operand: 'unread' }])
  expect(await unread('otto')).toEqual(['unread', 'unread too', 'directly', 'round'])
  expect(await unread('mona')).toEqual(['@**Mona** hello'])
  expect(await unread('iris')).toEqual(['@**Mona** hello'])
  const { unread_msgs } = await as('otto@example.com').call(registerQueue, {
    event_types: ['message', 'update_message_flags'],
  })
  expect(unread_msgs).toMatchObject({ count: 4, mentions: [] })
  expect(
    unread_msgs?.streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length]),
  ).toEqual([['TEA', 2]])
  expect(await contents(as('otto@example.com'), [{ operator: 'is', operand: 'starred' }])).toEqual(['read'])
  expect(await contents(as('mona@example.com'), [{ operator: 'is', operand: 'mentioned' }])).toEqual([
    '@**Mona** hello',
  ])
})

test('in a channel with protected history everybody reads what they received, and no more', async () => {
  const t = await testApp()
  const { built, iris, otto, mona } = teaClub()
  const secret = built.channel('secret', { invite_only: true, history_public_to_subscribers: false })
  for (const person of [iris, otto]) built.subscribe(person, secret)
  built.subscribe(mona, secret, { active: false })
  built.message(iris, secret, { content: 'one', to: [[mona, 1]] })
  built.message(iris, secret, { content: 'two', to: [[otto, 1]] })
  built.message(iris, secret, { content: 'three' })
  built.message(iris, secret, { content: 'four', to: [[otto, 1]] })
  const { as, directory } = await imported(t, built, { perFile: 1 })
  const narrow = [{ operator: 'channel', operand: directory.channelByName('secret')?.id ?? 0 }]
  expect(await contents(as('iris@example.com'), narrow)).toEqual(['one', 'two', 'three', 'four'])
  expect(await contents(as('otto@example.com'), narrow)).toEqual(['two', 'four'])
  expect(await as('mona@example.com').refusal(getMessages, { ...all, narrow })).toMatchObject({
    message: 'Invalid narrow operator: unknown channel',
  })
})

test('people who were away for long have unread what Zulip wrote no rows for', async () => {
  const t = await testApp()
  const { built, iris, open } = teaClub()
  const last = built.message(iris, open, { content: 'before' })
  const away = built.person('Away', {
    long_term_idle: true,
    last_active_message_id: last,
    email_address_visibility: 1,
  })
  built.subscribe(iris, open)
  built.subscribe(away, open)
  built.add('zerver_realmauditlog', {
    event_type: 301,
    modified_user: away.id,
    modified_stream: open.id,
    event_last_message_id: null,
  })
  built.message(iris, open, { content: 'missed' })
  built.message(iris, open, { topic: 'cake', content: 'missed too' })
  const { as } = await imported(t, built)
  expect(await contents(as('away@example.com'), [{ operator: 'is', operand: 'unread' }])).toEqual([
    'missed',
    'missed too',
  ])
})

test('an import that is cut off anywhere ends as one that was not', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  for (const person of [iris, otto]) built.subscribe(person, open)
  for (let count = 0; count < 5000; count++)
    built.message(iris, open, { topic: `topic ${count % 7}`, to: [[otto, count % 3 === 0 ? 1 : 0]] })
  const whole = await imported(t, built, { perFile: 1000 })

  const subdomain = `cut-${t.organizationId}`
  const source = sourceOf(built, subdomain, 1000)
  const { services } = t.app
  /** A process that is killed after one commit. */
  const dying = () => {
    let commits = 0
    const transact: typeof services.data.transact = (...args) => {
      if (++commits > 1) throw new Error('killed')
      return services.data.transact(...args)
    }
    return { ...services, data: { ...services.data, transact } }
  }
  let cuts = 0
  for (;;) {
    const plan = await planImport(source.read(new Losses()), () => {})
    const run = importOrganization(dying(), source, plan, { subdomain, oldUrls: [], progress: () => {} })
    const killed = await run.then(
      () => false,
      (error: unknown) => error instanceof Error && error.message === 'killed',
    )
    if (!killed) break
    cuts++
    const nobody = await testClient(t.app, `${subdomain}.localhost`, undefined).refusal(getServerSettings, {})
    expect(nobody.code).toBe('NONEXISTENT_SUBDOMAIN')
  }
  // The beginning, people, three chunks of messages, and who read them.
  expect(cuts).toBe(6)
  const finished = must(await finishedImport(services, subdomain), 'the import has ended')
  expect(finished.report).toBe(JSON.stringify(whole.report))
  const facts = async (organizationId: number, client: ReturnType<typeof testClient>) => {
    const rows = (await readTables(services.data.db)).get('messages') ?? []
    const { unread_msgs } = await client.call(registerQueue, {
      event_types: ['message', 'update_message_flags'],
    })
    return {
      messages: rows
        .filter((row) => row.organization_id === organizationId)
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .map(({ content, sent_at }) => [content, sent_at]),
      unread: unread_msgs?.streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length]),
    }
  }
  const directory = await services.data.directories.get(finished.organization_id)
  const client = testClient(
    t.app,
    `${subdomain}.localhost`,
    must(directory.userByEmail('otto@example.com'), 'Otto is there'),
  )
  expect(await facts(finished.organization_id, client)).toEqual(
    await facts(whole.organizationId, whole.as('otto@example.com')),
  )
})

test('what a source says wrongly is mended or left out, and counted', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  built.subscribe(iris, open)
  built.person('ottO', { delivery_email: 'OTTO@example.com', is_active: false })
  built.channel('Open')
  const loop = built.add('zerver_namedusergroup', { name: 'loop', creator: iris.id })
  built.add('zerver_groupgroupmembership', { supergroup: loop, subgroup: loop })
  built.message(iris, open, { content: 'x'.repeat(10_001) })
  built.message(iris, open, { content: 'past', at: 0 })
  built.message(iris, open, { content: 'future', at: 4_291_747_200 })
  built.message({ id: 999_999, name: 'nobody' }, open)
  built.message(iris, 999_998)
  built.message(otto, open, { content: 'nul \u0000 and half \ud83d', to: [[iris]] })
  const { as, report, directory } = await imported(t, built, { perFile: 100 })
  const texts = await contents(as('iris@example.com'))
  expect(texts.map((text) => text.slice(-20))).toEqual([
    '\n[message truncated]',
    'past',
    'future',
    'nul \ufffd and half \ufffd',
  ])
  expect(directory.channelByName('Open (2)')).toBeDefined()
  expect(directory.userByEmail('OTTO+2@example.com')?.isActive).toBe(false)
  expect(report.losses.map(({ reason, count }) => [reason, count])).toEqual(
    expect.arrayContaining([
      ['address_changed', 1],
      ['name_changed', 1],
      ['group_contains_itself', 1],
      ['too_long_cut', 1],
      ['time_impossible', 2],
      ['sender_unknown', 1],
      ['recipient_unknown', 1],
    ]),
  )
})

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
  const { messages } = await client.call(getMessages, { ...all, apply_markdown: false })
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

test('what people have set up for themselves is as it was', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, open } = teaClub()
  built.subscribe(iris, open)
  const topic = (topic_name: string, visibility_policy: number, columns = {}) =>
    built.add('zerver_usertopic', {
      user_profile: iris.id,
      stream: open.id,
      topic_name,
      last_updated: 1_600_000_000.5,
      visibility_policy,
      ...columns,
    })
  topic('Tea', 3)
  topic('cake', 1)
  topic('CAKE', 2)
  topic('like the channel', 0)
  topic('elsewhere', 1, { stream: 999_998 })
  for (const muted of [otto.id, iris.id, 999_999])
    built.add('zerver_muteduser', { user_profile: iris.id, muted_user: muted, date_muted: 1_600_000_000 })
  for (const word of [' tea ', 'TEA', '', 'x'.repeat(101)])
    built.add('zerver_alertword', { user_profile: iris.id, word })
  const snippet = (title: string, content: string) =>
    built.add('zerver_savedsnippet', { user_profile: iris.id, title, content, date_created: 1_600_000_000 })
  snippet('t'.repeat(61), 'Hello **you**')
  snippet('nothing', ' ')
  const status = (user_profile: number, status_text: string, emoji = {}) =>
    built.add('zerver_userstatus', { user_profile, status_text, ...emoji })
  status(iris.id, 'drinking', { emoji_name: 'tea', emoji_code: '1f375', reaction_type: 'unicode_emoji' })
  status(otto.id, 'at home', { emoji_name: 'gone', emoji_code: '7', reaction_type: 'realm_emoji' })
  status(mona.id, '')
  status(999_999, 'nobody')
  const { as, directory, report } = await imported(t, built)
  const state = await as('iris@example.com').call(registerQueue, {
    event_types: ['user_topic', 'muted_users', 'alert_words', 'saved_snippets', 'user_status'],
  })
  const [irisId, ottoId] = ['iris', 'otto'].map((name) => directory.userByEmail(`${name}@example.com`)?.id)
  const stream_id = directory.channelByName('open')?.id
  const last_updated = 1_600_000_000
  expect(state.user_topics?.toSorted((a, b) => a.visibility_policy - b.visibility_policy)).toEqual([
    { stream_id, topic_name: 'cake', last_updated, visibility_policy: 1 },
    { stream_id, topic_name: 'Tea', last_updated, visibility_policy: 3 },
  ])
  expect(state.muted_users).toEqual([{ id: ottoId, timestamp: 1_600_000_000 }])
  expect(state.alert_words).toEqual(['tea'])
  expect(state.saved_snippets).toMatchObject([
    { title: 't'.repeat(60), content: 'Hello **you**', date_created: 1_600_000_000 },
  ])
  expect(state.user_status).toEqual({
    [String(irisId)]: {
      status_text: 'drinking',
      emoji_name: 'tea',
      emoji_code: '1f375',
      reaction_type: 'unicode_emoji',
    },
    [String(ottoId)]: { status_text: 'at home' },
  })
  expect(report.losses.map(({ table, reason, count }) => `${table}: ${reason}: ${count}`).toSorted()).toEqual(
    [
      'alert_words: empty_or_too_long: 2',
      'alert_words: twice: 1',
      'muted_people: nobody_else: 1',
      'snippets: empty: 1',
      'snippets: too_long_cut: 1',
      'statuses: emoji_unknown: 1',
      'statuses: empty: 1',
      'topic_policies: no_policy_of_its_own: 1',
      'topic_policies: twice: 1',
      'zerver_muteduser: muted_person_unknown: 1',
      'zerver_userstatus: person_unknown: 1',
      'zerver_usertopic: channel_unknown: 1',
    ],
  )
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
  const { messages } = await as('iris@example.com').call(getMessages, all)
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

test('profiles have the fields and values that they had', async () => {
  const t = await testApp()
  const { built, iris, otto } = teaClub()
  const field = (name: string, field_type: number, order: number, columns = {}) =>
    built.add('zerver_customprofilefield', { name, field_type, order, hint: '', field_data: '', ...columns })
  const value = (person: number, of: number, text: string) =>
    built.add('zerver_customprofilefieldvalue', { user_profile: person, field: of, value: text })
  const mentor = field('Mentor', 6, 2)
  const about = field('About', 2, 1, { hint: 'Who are you?', display_in_profile_summary: true })
  const editor = field('Editor', 3, 3, { field_data: '{"0":{"text":"Vim","order":"1"}}' })
  const broken = field('Broken', 3, 4, { field_data: '{' })
  field('Unknown', 99, 5)
  value(iris.id, about, 'Drinks *tea*')
  value(iris.id, mentor, JSON.stringify([otto.id, 999_999]))
  value(iris.id, editor, '0')
  value(otto.id, editor, '7')
  value(otto.id, about, '')
  value(otto.id, mentor, 'nobody')
  value(otto.id, broken, '0')
  value(otto.id, 999_998, 'x')
  value(999_997, about, 'x')
  const { as, directory, report } = await imported(t, built)
  const state = await as('iris@example.com').call(registerQueue, {
    event_types: ['custom_profile_fields', 'realm_user'],
  })
  const fields = state.custom_profile_fields ?? []
  expect(fields.map(({ name, hint, type }) => [name, hint, type])).toEqual([
    ['About', 'Who are you?', 2],
    ['Mentor', '', 6],
    ['Editor', '', 3],
  ])
  expect(fields[0]?.display_in_profile_summary).toBe(true)
  const [aboutId, mentorId, editorId] = fields.map(({ id }) => String(id))
  const dataOf = (name: string) =>
    state.realm_users?.find(({ full_name }) => full_name === name)?.profile_data
  expect(dataOf('Iris')).toEqual({
    [String(aboutId)]: { value: 'Drinks *tea*', rendered_value: '<p>Drinks <em>tea</em></p>' },
    [String(mentorId)]: { value: JSON.stringify([directory.userByEmail('otto@example.com')?.id]) },
    [String(editorId)]: { value: '0' },
  })
  expect(dataOf('Otto')).toEqual({})
  expect(report.losses.map(({ table, reason, count }) => `${table}: ${reason}: ${count}`).toSorted()).toEqual(
    [
      'profile_fields: not_allowed: 2',
      'profile_values: empty: 1',
      'profile_values: field_not_allowed: 1',
      'profile_values: not_allowed: 2',
      'zerver_customprofilefieldvalue: field_unknown: 1',
      'zerver_customprofilefieldvalue: person_unknown: 1',
    ],
  )
})

test('an export without an active owner, or with messages out of order, is refused', async () => {
  const built = new ExportBuilder()
  const iris = built.person('Iris')
  const read = () => planImport(sourceOf(built, 'refused').read(new Losses()), () => {})
  await expect(read()).rejects.toThrow('nobody could administer it')
  const open = built.channel('open')
  built.person('Olga', { role: 100 })
  for (let count = 0; count < 4; count++) built.message(iris, open)
  built.messages.reverse()
  await expect(read()).rejects.toThrow(/messages-000002\.json: message \d+ comes after/)
})
