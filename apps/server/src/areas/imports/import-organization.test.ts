import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { testApp, testClient } from '#test/app.ts'
import { contentsFor, imported, sourceOf, teaClub } from '#test/imported-organization.ts'
import { readTables } from '#test/read-tables.ts'
import { finishedImport, importOrganization } from './import-organization.ts'
import { planImport } from './plan-import.ts'

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
  const texts = await contentsFor(as('iris@example.com'))
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

test('an export without an active owner, or with messages out of order, is refused', async () => {
  const built = new ExportBuilder()
  const iris = built.person('Iris')
  const read = () => planImport(sourceOf(built, 'refused').read(new Losses()), () => {})
  await expect(read()).rejects.toThrow('nobody could administer it')
  const owned = (owner: string) =>
    planImport(sourceOf(built, 'owned').read(new Losses()), () => {}, owner).then(({ people }) =>
      people.filter(({ role }) => role === 100).map(({ name }) => name),
    )
  expect(await owned('IRIS@example.com')).toEqual(['Iris'])
  await expect(owned('nobody@example.com')).rejects.toThrow('No person in it has the address')
  const open = built.channel('open')
  built.person('Olga', { role: 100 })
  for (let count = 0; count < 4; count++) built.message(iris, open)
  built.messages.reverse()
  await expect(read()).rejects.toThrow(/messages-000002\.json: message \d+ comes after/)
})
