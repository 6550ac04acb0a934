import { expect, test } from 'vitest'
import { commandOf, keyMap, type Pressed, shownKeys } from './key-map.ts'

const press = (key: string, parts: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...parts,
})
const usual = { isInText: false, isMac: false, hasSingleKeys: true }

test('single keys act outside of text only', () => {
  expect(commandOf(press('n'), usual)).toBe('nextUnreadTopic')
  expect(commandOf(press('N', { shiftKey: true }), usual)).toBe('nextFollowed')
  expect(commandOf(press('n'), { ...usual, isInText: true })).toBeUndefined()
  expect(commandOf(press('n'), { ...usual, hasSingleKeys: false })).toBeUndefined()
})

test('keys with Ctrl, and Escape, act in text too', () => {
  const inText = { ...usual, isInText: true, hasSingleKeys: false }
  expect(commandOf(press('k', { ctrlKey: true }), inText)).toBe('palette')
  expect(commandOf(press('Escape'), inText)).toBe('leave')
  expect(commandOf(press('F6', { shiftKey: true }), inText)).toBe('previousColumn')
  expect(commandOf(press('ArrowUp', { altKey: true, shiftKey: true }), inText)).toBe('previousUnreadRow')
})

test('the command key of macOS stands for Ctrl', () => {
  const mac = { ...usual, isMac: true }
  expect(commandOf(press('k', { metaKey: true }), mac)).toBe('palette')
  expect(commandOf(press('k', { ctrlKey: true }), mac)).toBeUndefined()
})

test('a layout without Latin letters goes by the place of the key', () => {
  expect(commandOf(press('т', { code: 'KeyN' }), usual)).toBe('nextUnreadTopic')
  expect(commandOf(press('*', { shiftKey: true, code: 'Digit8' }), usual)).toBe('starred')
})

test('a key that ends a composition does nothing, and other modifiers make another key', () => {
  expect(commandOf(press('n', { isComposing: true }), usual)).toBeUndefined()
  expect(commandOf(press('n', { ctrlKey: true }), usual)).toBeUndefined()
  expect(commandOf(press('i', { altKey: true }), usual)).toBeUndefined()
})

test('no two commands share a key', () => {
  const all = Object.values(keyMap).flat()
  expect(new Set(all).size).toBe(all.length)
})

test('keys are shown as the keyboard names them', () => {
  expect(shownKeys('Alt+Shift+ArrowUp', false)).toBe('Alt+Shift+↑')
  expect(shownKeys('Ctrl+K', true)).toBe('⌘K')
  expect(shownKeys('/', false)).toBe('/')
})

test('no command has a key that the desktop app takes for its own menus', () => {
  const taken = [
    ...['R', '=', '+', '-', '0', ',', 'Q', ...Array.from('123456789')].map((key) => `Ctrl+${key}`),
    ...Array.from('NMKCSRIU', (key) => `Ctrl+Shift+${key}`),
    ...['F5', 'Ctrl+Tab', 'Ctrl+Shift+Tab', 'Alt+ArrowLeft', 'Alt+ArrowRight'],
  ]
  const used = Object.values(keyMap).flat()
  expect(taken.filter((keys) => used.includes(keys))).toEqual([])
})
