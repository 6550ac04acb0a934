import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder, openToOthers } from './data-folder.ts'

/** Makes a folder that everybody may read, with these files and folders. */
function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    const path = join(folder, name)
    if (name.endsWith('/')) mkdirSync(path)
    else writeFileSync(path, '')
    chmodSync(path, name.endsWith('/') ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
  return folder
}

const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777

test('a new data folder is for its owner only', () => {
  const folder = join(folderWith(), 'data')
  makeDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
})

test('a data folder that everybody could read is closed, with what lies in it', () => {
  const folder = folderWith('tagma.db', 'tagma.db-wal', 'lock.db', 'uploads/', 'external-media.key')
  expect(openToOthers(folder)).toContain(join(folder, 'tagma.db-wal'))
  makeDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
  expect(modeOf(folder, 'tagma.db')).toBe(0o600)
  expect(modeOf(folder, 'uploads')).toBe(0o700)
  expect(openToOthers(folder)).toEqual([])
})

test('in a folder that holds other things too, only what the server keeps is closed', () => {
  const folder = folderWith('tagma.db', 'uploads/', 'photo.jpg')
  makeDataFolder(folder)
  expect(modeOf(folder)).toBe(0o755)
  expect(modeOf(folder, 'tagma.db')).toBe(0o600)
  expect(modeOf(folder, 'uploads')).toBe(0o700)
  expect(modeOf(folder, 'photo.jpg')).toBe(0o644)
  expect(openToOthers(folder)).toEqual([])
})

test('a folder that all users of the machine share stays as it is', () => {
  const folder = folderWith('tagma.db')
  chmodSync(folder, 0o1777)
  makeDataFolder(folder)
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  expect(modeOf(folder, 'tagma.db')).toBe(0o600)
})
