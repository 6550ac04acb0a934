import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { imported, teaClub } from '#test/imported-organization.ts'

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
