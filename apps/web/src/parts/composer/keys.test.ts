import { expect, test } from 'vitest'
import { commandOf, type KeyPress } from './keys.ts'

/** Reads `Ctrl+Shift+Enter`. */
function press(keys: string, more: Partial<KeyPress> = {}): KeyPress {
  const names = keys.split('+')
  const has = (name: string) => names.slice(0, -1).includes(name)
  return {
    key: names.at(-1) ?? '',
    ctrlKey: has('Ctrl'),
    metaKey: has('Cmd'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
    isComposing: false,
    keyCode: 0,
    code: '',
    ...more,
  }
}

test.each([
  ['p', 'KeyP', 'preview'],
  ['r', 'KeyR', 'record'],
  ['π', 'KeyP', 'preview'],
  ['®', 'KeyR', 'record'],
] as const)('Alt with %s at %s is the command %s, whatever sign a system writes', (key, code, command) => {
  expect(commandOf(press('Alt+x', { key, code }), { entersSend: false })).toBe(command)
})

test.each([
  ['Ctrl', 'и', 'KeyB', 'bold'],
  ['Ctrl', 'ש', 'KeyA', undefined],
  ['Ctrl+Shift', 'Д', 'KeyL', 'link'],
] as const)('%s with %s goes by the place of the key: %s is %s', (modifiers, key, code, command) => {
  expect(commandOf(press(`${modifiers}+x`, { key, code }), { entersSend: false })).toBe(command)
})

test.each([
  ['Enter', true, 'send'],
  ['Enter', false, 'new line'],
  ['Ctrl+Enter', true, 'new line'],
  ['Ctrl+Enter', false, 'send'],
  ['Cmd+Enter', false, 'send'],
  ['Shift+Enter', true, 'new line'],
  ['Shift+Enter', false, 'new line'],
  ['Ctrl+Shift+Enter', false, 'send later'],
  ['Ctrl+b', false, 'bold'],
  ['Cmd+i', false, 'italic'],
  ['Ctrl+Shift+L', false, 'link'],
  ['Ctrl+e', false, 'code'],
  ["Ctrl+'", false, 'snippets'],
  ['Ctrl+Shift+F', false, 'full height'],
  ['Alt+p', false, 'preview'],
  ['Escape', false, 'leave'],
  ['Ctrl+[', false, 'leave'],
  ['b', false, undefined],
  ['Ctrl+Alt+b', false, undefined],
] as const)('%s, when Enter sends is %s, means %s', (keys, entersSend, command) => {
  expect(commandOf(press(keys), { entersSend })).toBe(command)
})

test('Enter that ends a composition of an input method sends nothing', () => {
  expect(commandOf(press('Enter', { isComposing: true }), { entersSend: true })).toBeUndefined()
  expect(commandOf(press('Enter', { keyCode: 229 }), { entersSend: true })).toBeUndefined()
})
