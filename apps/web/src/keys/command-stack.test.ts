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

test('what is offered and can be done is listed, until the offer ends', async () => {
  const stack = new CommandStack()
  const action = { about: 'message', label: 'Star', onChoose: () => undefined } as const
  const end = stack.offer(() => [action, { ...action, label: 'Edit', reason: 'Too late' }])
  stack.offer(() => Promise.resolve([{ ...action, about: 'conversation', label: 'Follow' }]))
  expect((await stack.offered()).map(({ label }) => label)).toEqual(['Star', 'Follow'])
  end()
  expect((await stack.offered()).map(({ label }) => label)).toEqual(['Follow'])
})
