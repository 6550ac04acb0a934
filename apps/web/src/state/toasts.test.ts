import { expect, test } from 'vitest'
import { lastUndo, withoutToast, withToast, type Toast } from './toasts.ts'

const toast = (name: string, text: string, undo?: () => void): Toast => ({
  name,
  kind: 'status',
  text,
  ...(undo ? { undo } : {}),
})

test('a line takes the place of an older one about the same thing', () => {
  const first = toast('star', 'Starred')
  const toasts = withToast(withToast([first], toast('read', 'Read')), toast('star', 'Not starred'))
  expect(toasts.map(({ text }) => text)).toEqual(['Read', 'Not starred'])
  expect(withoutToast(toasts, first)).toBe(toasts)
})

test('at most three lines are shown', () => {
  const toasts = ['a', 'b', 'c', 'd'].reduce(
    (all, name) => withToast(all, toast(name, name)),
    [] as readonly Toast[],
  )
  expect(toasts.map(({ name }) => name)).toEqual(['b', 'c', 'd'])
})

test('undo means the last thing that can be taken back', () => {
  const undo = () => {}
  const toasts = [toast('a', 'a', undo), toast('b', 'b', undo), toast('c', 'c')]
  expect(lastUndo(toasts)?.name).toBe('b')
})
