import { expect, test } from 'vitest'
import { emojiNameFrom, emojiNameOfFile, emojiNameProblem } from './emoji-name.ts'

test('the name of a file becomes a name that an emoji can have', () => {
  expect(emojiNameOfFile('Party Parrot!.gif')).toBe('party_parrot')
  expect(emojiNameOfFile('Käse-1.tar.png')).toBe('kase-1_tar')
  expect(emojiNameOfFile('日本.png')).toBe('')
  expect(emojiNameOfFile(`${'w'.repeat(120)}.png`)).toHaveLength(100)
  expect(emojiNameFrom(' Green Tick ')).toBe('green_tick')
})

test('a name that the server would refuse is told by its reason', () => {
  const names = { taken: new Set(['party']), builtIn: new Set(['tada']), others: ['wheel'] }
  const problems = ['', 'w'.repeat(101), 'käse', 'wheel_', 'party', 'wheel', 'tada', 'green_tick-2'].map(
    (name) => emojiNameProblem(name, names),
  )
  expect(problems).toEqual(['none', 'long', 'letters', 'end', 'taken', 'twice', 'built-in', undefined])
})
