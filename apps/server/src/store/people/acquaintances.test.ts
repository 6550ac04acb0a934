import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { acquaintancesAmong, acquaintancesOf } from './acquaintances.ts'

test('people know each other by a channel or a conversation, however many are asked about', async () => {
  const t = await testApp()
  const [iris, otto, mia, quinn] = [
    await t.given.user('iris', { role: 'guest' }),
    await t.given.user('otto'),
    await t.given.user('mia'),
    await t.given.user('quinn'),
  ]
  await t.given.channel([otto, iris])
  await t.given.message(mia, [iris])
  const { db } = t.app.services.data
  const known = new Set([iris.id, otto.id, mia.id])
  expect(await acquaintancesOf(db, iris.id)).toEqual(known)
  expect(await acquaintancesOf(db, iris.id, [otto.id, quinn.id])).toEqual(new Set([otto.id]))
  expect(await acquaintancesOf(db, iris.id, [])).toEqual(new Set())
  // More ids than one statement can take, with repetitions.
  const many = [...Array.from({ length: 70_000 }, (_, n) => 1_000_000 + n), otto.id, otto.id]
  expect(await acquaintancesOf(db, iris.id, many)).toEqual(new Set([otto.id]))
  const all = await acquaintancesAmong(db, [...many, mia.id, quinn.id], [iris.id])
  for (const [id, ids] of [
    [otto.id, [iris.id]],
    [mia.id, [iris.id]],
    [quinn.id, []],
  ] as const)
    expect(all.get(id)).toEqual(new Set(ids))
})
