import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { organizationEffects } from './organization-effects.ts'
import { settingEffects } from './setting-effects.ts'

// The tables are typed: a setting that the contract gets has to get a row.
const all = [...Object.entries(settingEffects), ...Object.entries(organizationEffects)]
const root = join(import.meta.dirname, '../../..')

test('every setting has its effect in the story, or a test that names it', () => {
  const untrue = all.filter(
    ([name, effect]) =>
      'testedIn' in effect && !readFileSync(join(root, effect.testedIn), 'utf8').includes(name),
  )
  expect(untrue.map(([name]) => name)).toEqual([])
})

test('a change in the story changes something', () => {
  const idle = all.filter(([, effect]) => 'read' in effect && effect.before === effect.after)
  expect(idle.map(([name]) => name)).toEqual([])
})

test('the settings of an account that have no effect are few', () => {
  const without = Object.entries(settingEffects).filter(([, effect]) => 'because' in effect)
  expect(without.map(([name]) => name).toSorted()).toEqual([
    'enable_digest_emails',
    'enable_marketing_emails',
  ])
})
