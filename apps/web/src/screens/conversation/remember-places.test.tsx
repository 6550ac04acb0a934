import { afterEach, expect, test } from 'vitest'
import { keepPlaces, keptPlaces } from '#kept/place-storage.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import { rememberPlaces } from './remember-places.ts'

const signIn = (id: number) => (document.cookie = `tagma-account=${id}`)
const leave = () => window.dispatchEvent(new Event('pagehide'))
const at = (id: number): Anchor => ({ id, offset: 7 })
const listAt = (anchor: Anchor | undefined) => ({
  current: { anchor: () => anchor } as Partial<ListHandle> as ListHandle,
})

afterEach(() => {
  signIn(0)
  localStorage.clear()
})

test('the places of the newest conversations are kept, and none of feeds and searches', () => {
  signIn(8)
  const places = new Map<string, Anchor | undefined>()
  for (let each = 1; each <= 205; each++) places.set(`channel:5 topic:${each}`, at(each))
  for (const key of ['channel:5', '-is:muted', 'dm:9 is:starred']) places.set(key, at(1))
  rememberPlaces(places, new Map([['dm:9,10', listAt(at(206))]]))
  leave()
  expect(keptPlaces().size).toBe(200)
  expect([...keptPlaces().keys()].slice(0, 1)).toEqual(['channel:5 topic:7'])
  expect([...keptPlaces()].at(-1)).toEqual(['dm:9,10', at(206)])
})

test('an end, a message on its way and what another tab keeps are respected', () => {
  signIn(8)
  keepPlaces(new Map([['dm:9', at(1)]]))
  const places = new Map<string, Anchor | undefined>([['dm:12', at(-3)]])
  rememberPlaces(places, new Map([['dm:9', listAt(undefined)]]))
  places.set('dm:10', at(2))
  leave()
  expect([...keptPlaces()]).toEqual([['dm:10', at(2)]])
  // Another tab was there since.
  keepPlaces(new Map([['dm:10', at(5)]]))
  leave()
  expect([...keptPlaces()]).toEqual([['dm:10', at(5)]])
})

test('nobody who is signed out has places, and nobody those of another account', () => {
  signIn(8)
  keepPlaces(new Map([['dm:9', at(1)]]))
  signIn(0)
  keepPlaces(new Map([['dm:9', at(2)]]))
  expect(keptPlaces().size).toBe(0)
  signIn(11)
  expect(keptPlaces().size).toBe(0)
  expect(Object.keys(localStorage)).toEqual(['tagma places 8'])
  localStorage.setItem('tagma places 11', 'by hand')
  expect(keptPlaces().size).toBe(0)
})
