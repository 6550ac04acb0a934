import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Log } from '#ports/log.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { securityEvents, SecurityLog } from './security-log.ts'

function scene() {
  const lines: Readonly<Record<string, unknown>>[] = []
  const add = (facts: Readonly<Record<string, unknown>>) => void lines.push(facts)
  const log: Log = { error: add, warn: add, info: add, debug: add }
  const clock = new FakeClock()
  return { lines, clock, security: new SecurityLog(log, clock) }
}

const from = (address: string) => ({ organization: 1, actor: null, address })

test('a flood of wrong keys has a few lines, and says afterwards how many it was', () => {
  const { lines, clock, security } = scene()
  for (let index = 0; index < 1000; index++) security.noteRefused('key.wrong', from('198.51.100.1'))
  security.noteRefused('key.wrong', from('203.0.113.1'))
  expect(lines).toHaveLength(6)
  for (let index = 0; index < 1000; index++) security.noteRefused('key.wrong', from(`2001:db8::${index}`))
  expect(lines).toHaveLength(200)
  clock.advance({ minutes: 1 })
  security.sweep()
  expect(lines.slice(200)).toEqual([{ event: 'key.wrong', unsaid: 1801 }])
  security.noteRefused('key.wrong', from('198.51.100.1'))
  expect(lines).toHaveLength(202)
})

test('what happened has a line each time', () => {
  const { lines, security } = scene()
  for (let index = 0; index < 1000; index++) security.note('key.replaced', from('198.51.100.1'))
  expect(lines).toHaveLength(1000)
})

test('the guide names every event', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../site/content/tag/self-hosting.md'), 'utf8')
  for (const event of Object.keys(securityEvents)) expect(guide).toContain(`\`${event}\``)
})
