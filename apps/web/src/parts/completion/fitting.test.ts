import { expect, test } from 'vitest'
import { Fitting } from './fitting.ts'
import { fitOf, folded } from './match.ts'

const names = ['Ann Lee', 'Hannah', 'Joanna Low', 'Otto', 'a-b', '-- x', 'Anna-Ann']

function asked(fitting: Fitting<string>, query: string) {
  const candidates = fitting.candidates(query)
  const found = candidates.filter((name) => fitOf(query, folded(name)) !== undefined)
  fitting.keep(query, found)
  return { found, asked: candidates.length }
}

test('a longer query asks only what fitted, and finds the same as if all were asked', () => {
  for (const typed of ['anna ann', 'a-b', '-- x', 'jo lo', 'nna', '-an', 'xy']) {
    const fitting = new Fitting(names)
    for (let length = 1; length <= typed.length; length++) {
      const query = typed.slice(0, length)
      const all = names.filter((name) => fitOf(query, folded(name)) !== undefined)
      expect({ query, found: asked(fitting, query).found }).toEqual({ query, found: all })
    }
  }
  const fitting = new Fitting(names)
  asked(fitting, 'an')
  expect(asked(fitting, 'ann')).toEqual({ found: ['Ann Lee', 'Hannah', 'Joanna Low', 'Anna-Ann'], asked: 4 })
})

test('another query asks everything', () => {
  const fitting = new Fitting(names)
  asked(fitting, 'ann')
  expect(asked(fitting, 'ot')).toEqual({ found: ['Otto'], asked: names.length })
  asked(fitting, 'a')
  expect(asked(fitting, 'an').asked).toBe(names.length)
})
