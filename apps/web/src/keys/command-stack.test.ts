import { expect, test } from 'vitest'
import { CommandStack } from './command-stack.ts'

test('the last handler acts, unless it leaves the command to the others', () => {
  const stack = new CommandStack()
  const done: string[] = []
  stack.add('reply', () => void done.push('page'))
  const end = stack.add('reply', () => {
    done.push('dialog')
  })
  expect(stack.run('reply')).toBe(true)
  end()
  stack.add('reply', () => false)
  expect(stack.run('reply')).toBe(true)
  expect(done).toEqual(['dialog', 'page'])
})

test('a command that nobody knows does nothing', () => {
  expect(new CommandStack().run('help')).toBe(false)
})
