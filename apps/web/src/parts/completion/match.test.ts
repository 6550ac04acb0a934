import { expect, test } from 'vitest'
import { fitOf, folded } from './match.ts'

const fit = (query: string, name: string) => fitOf(folded(query), folded(name))

test('the whole name fits best, then its beginning, then beginnings of words, then anything inside', () => {
  expect(fit('iris okafor', 'Iris Okafor')).toBe(0)
  expect(fit('ir', 'Iris Okafor')).toBe(1)
  expect(fit('oka', 'Iris Okafor')).toBe(2)
  expect(fit('i ok', 'Iris Okafor')).toBe(2)
  expect(fit('ok i', 'Iris Okafor')).toBeUndefined()
  expect(fit('thumb u', 'thumbs_up')).toBe(2)
  expect(fit('an', 'Hanna An')).toBe(2)
  expect(fit("o'b", "Sean O'Brien")).toBe(2)
  expect(fit('kaf', 'Iris Okafor')).toBe(3)
  expect(fit('xy', 'Iris Okafor')).toBeUndefined()
  expect(fit('f', 'Iris Okafor')).toBeUndefined()
})

test('accents and case do not count', () => {
  expect(fit('jose', 'José Núñez')).toBe(1)
  expect(fit('NUN', 'José Núñez')).toBe(2)
})
