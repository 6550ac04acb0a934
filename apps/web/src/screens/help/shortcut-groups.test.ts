import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands, keyMap } from '#keys/key-map.ts'
import { commandOf, type KeyPress } from '#parts/composer/keys.ts'
import { keysOfRow, shortcutGroups } from './shortcut-groups.ts'

const rowsOf = (...titles: readonly string[]) =>
  shortcutGroups
    .filter(([title]) => titles.length === 0 || titles.includes(title))
    .flatMap(([, rows]) => rows)
const keysIn = (...titles: readonly string[]) => new Set(rowsOf(...titles).flatMap((row) => keysOfRow(row)))

/** Returns the keys in a file's tables from a key to its act: `'Shift+t': …`, `z: …`, `key: '1'`. */
function keysWrittenIn(file: string, pattern: RegExp): readonly string[] {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const found = [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  if (found.length < 3) throw new Error(`${file} has no keys of this form.`)
  return found.map(shown)
}

/** Writes a key as the help does: `Shift+t` as `Shift+T`. */
function shown(keys: string): string {
  const parts = keys.split(/\+(?!$)/)
  const last = parts.pop() ?? ''
  const name = last === ' ' ? 'Space' : last.length === 1 ? last.toUpperCase() : last
  return [...parts, name].join('+')
}

test('the help has each command that has keys', () => {
  const listed = rowsOf().flatMap(([, keys]) => (typeof keys === 'string' ? [keys] : []))
  expect(commands.filter((command) => keyMap[command].length > 0 && !listed.includes(command))).toEqual([])
})

test('the help has each key of messages and conversations', () => {
  const written = keysWrittenIn(
    'screens/conversation/use-keys.ts',
    /^ {4}(?:'([^']+)'|(\w+)): (?:\(|menu|allowed|rights|reply|toNewest)|keys\['([^']+)'\] =/gm,
  )
  const listed = keysIn()
  expect(written.filter((key) => !listed.has(key))).toEqual([])
  expect(written).toContain('Shift+U')
})

test('the help has each key of the viewer, of reports and of cards', () => {
  const viewer = keysWrittenIn('parts/viewer/viewer.tsx', /^ {4}(?:'([^']+)'|(\w+)): \(\) => /gm)
  expect(viewer.filter((key) => !keysIn('help.viewer').has(key))).toEqual([])
  const reports = keysWrittenIn('screens/moderation/use-report-acts.ts', /key: '([^']+)'/g)
  expect(reports.filter((key) => !keysIn('help.moderation').has(key))).toEqual([])
  const cards = keysWrittenIn('screens/catch-up/use-card-acts.ts', /key: '([^']+)'/g)
  expect(cards.filter((key) => !keysIn('shell.catch-up').has(key))).toEqual([])
})

test('the help has each key that acts in the box', () => {
  const plain: KeyPress = {
    key: '',
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    isComposing: false,
    keyCode: 0,
  }
  const modifiers = ['', 'Ctrl', 'Ctrl+Shift', 'Alt', 'Shift']
  const keys = [...Array.from("abcdefghijklmnopqrstuvwxyz['"), 'Enter', 'Escape']
  const acting = modifiers.flatMap((modifier) =>
    keys.flatMap((key) => {
      const press = {
        ...plain,
        key,
        ctrlKey: modifier.includes('Ctrl'),
        shiftKey: modifier.includes('Shift'),
        altKey: modifier === 'Alt',
      }
      return commandOf(press, { entersSend: false }) === undefined
        ? []
        : [shown(modifier === '' ? key : `${modifier}+${key}`)]
    }),
  )
  const listed = keysIn()
  // Escape leaves the box with Shift, too, and needs no row for that.
  const ways = acting.filter((key) => !/\+(?:Escape|\[)$/.test(key))
  expect(ways.filter((key) => !listed.has(key))).toEqual([])
  expect(ways).toContain('Ctrl+Shift+Enter')
})
