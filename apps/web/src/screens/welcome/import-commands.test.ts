import { expect, test } from 'vitest'
import { chatSources, importCommands } from './import-commands.ts'

const given = { email: 'olive@example.com', name: 'Olive’s & Otto\'s "Tea"' }

test('each source has a command that only looks, and one that imports', () => {
  expect(importCommands('zulip', given)).toEqual({
    guide: 'importing',
    lines: [
      'tagma import zulip-export.tar.gz --dry-run',
      'tagma import zulip-export.tar.gz --subdomain team',
    ],
  })
  for (const source of chatSources)
    expect(importCommands(source, given).lines).toEqual([
      expect.stringMatching(/^tagma import \S+ (.* )?--dry-run$/),
      expect.stringMatching(/^tagma import \S+ (.* )?--subdomain team$/),
    ])
})

test('names are written so that no shell takes them for more than a word', () => {
  const [line] = importCommands('teams', given).lines
  expect(line).toBe(
    `tagma import teams-export.zip --owner olive@example.com --name 'Olive’s & Otto'\\''s "Tea"' --dry-run`,
  )
  expect(importCommands('discord', { email: '', name: '' }).lines[0]).toContain('--owner you@example.com')
})
