import { addNavigationView } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { editNavigationView } from '@tagma/contract/endpoints/navigation-views/edit-navigation-view.ts'
import { getNavigationViews } from '@tagma/contract/endpoints/navigation-views/get-navigation-views.ts'
import { removeNavigationView } from '@tagma/contract/endpoints/navigation-views/remove-navigation-view.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const mentions = { fragment: 'narrow/is/mentioned', is_pinned: true }
const alerts = { fragment: 'narrow/is/alerted?a=ü', is_pinned: false, name: 'Alert words' }

test('each user has a navigation of their own, built-in and custom views', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const received = await converge(t, [iris, otto], async () => {
    await t.as(iris).call(addNavigationView, mentions)
    await t.as(iris).call(addNavigationView, alerts)
    await t.as(iris).call(editNavigationView, {
      fragment: alerts.fragment,
      is_pinned: true,
      name: 'Alerts',
    })
    await t.as(iris).call(editNavigationView, { fragment: mentions.fragment, is_pinned: false })
  })
  expect(received.get(otto.id)).toEqual([])
  expect((await t.as(iris).call(getNavigationViews, {})).navigation_views).toEqual([
    { fragment: alerts.fragment, is_pinned: true, name: 'Alerts' },
    { fragment: mentions.fragment, is_pinned: false, name: null },
  ])
  await converge(t, [iris], () => t.as(iris).call(removeNavigationView, { fragment: alerts.fragment }))
  expect((await t.as(iris).call(getNavigationViews, {})).navigation_views).toHaveLength(1)
  await t.as(guest).call(addNavigationView, mentions)
  expect((await t.as(guest).call(getNavigationViews, {})).navigation_views).toHaveLength(1)
})

test('a change without effect tells nobody', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(addNavigationView, alerts)
  const received = await converge(t, [iris], () => t.as(iris).call(editNavigationView, alerts))
  expect(received.get(iris.id)).toEqual([])
})

test('an impossible change is refused with a reason', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const client = t.as(iris)
  for (const fragment of ['', ' \t']) {
    const refusal = await client.refusal(addNavigationView, { ...mentions, fragment })
    expect(refusal).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'fragment cannot be blank',
    })
  }
  await client.call(addNavigationView, mentions)
  await client.call(addNavigationView, alerts)
  const exists = { code: 'BAD_REQUEST', message: 'Navigation view already exists.' }
  expect(await client.refusal(addNavigationView, mentions)).toMatchObject(exists)
  expect(await client.refusal(addNavigationView, { ...alerts, fragment: 'inbox' })).toMatchObject(exists)
  await client.call(addNavigationView, { fragment: 'recent', is_pinned: false, name: 'Recent' })
  expect(await client.refusal(editNavigationView, { fragment: 'recent', name: alerts.name })).toMatchObject(
    exists,
  )
  expect(
    await client.refusal(editNavigationView, { fragment: mentions.fragment, name: 'Mine' }),
  ).toMatchObject({ message: 'Built-in views cannot have a custom name.' })
  const unknown = { status: 404, code: 'BAD_REQUEST', message: 'Navigation view does not exist.' }
  for (const endpoint of [editNavigationView, removeNavigationView])
    expect(await t.as(otto).refusal(endpoint, { fragment: mentions.fragment })).toMatchObject(unknown)
})
