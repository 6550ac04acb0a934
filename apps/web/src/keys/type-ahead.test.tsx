import { expect, test } from 'vitest'
import { typeAhead } from './type-ahead.ts'

const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  )

test('letters and Enter wait for the field, and other keys act', () => {
  const seen: string[] = []
  const onKey = ({ key }: KeyboardEvent) => void seen.push(key)
  document.addEventListener('keydown', onKey)
  const ahead = typeAhead()
  press('t')
  press('Escape')
  press('k', { ctrlKey: true })
  press('a')
  press('Enter')
  press('x')
  expect(ahead.end()).toEqual({ text: 'ta', isEntered: true })
  press('d')
  document.removeEventListener('keydown', onKey)
  expect(seen).toEqual(['Escape', 'k', 'd'])
})
