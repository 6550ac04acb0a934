import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const parse = (settings: Readonly<Record<string, string>>) => parseConfig(settings).backup
const recipient = `age1${'q'.repeat(58)}`

test('backups have a place, a time, a rule of keeping and recipients', () => {
  expect(parse({})).toEqual({
    ...{ place: undefined, at: undefined, recipients: [] },
    keep: { days: 7, weeks: 4, months: 12 },
  })
  expect(
    parse({
      ...{ TAGMA_BACKUP_TO: '/backup/tagma', TAGMA_BACKUP_AT: '03:15', TAGMA_BACKUP_KEEP: 'all' },
      TAGMA_BACKUP_RECIPIENT: `${recipient}, ${recipient}`,
    }),
  ).toEqual({
    ...{ place: { folder: '/backup/tagma' }, at: 195, keep: undefined, recipients: [recipient, recipient] },
  })
  expect(parse({ TAGMA_BACKUP_KEEP: '30d' }).keep).toEqual({ days: 30, weeks: 0, months: 0 })
})

test.each([
  [{ TAGMA_BACKUP_AT: '03:15' }, 'TAGMA_BACKUP_TO does not say where'],
  [{ TAGMA_BACKUP_TO: '/b', TAGMA_BACKUP_AT: '24:00' }, 'such as 03:15'],
  [{ TAGMA_BACKUP_KEEP: '7 days' }, 'such as "7d 4w 12m"'],
  [{ TAGMA_BACKUP_KEEP: '7d 8d' }, 'such as "7d 4w 12m"'],
  [{ TAGMA_BACKUP_TO: 's3://bucket' }, 'TAGMA_BACKUP_TO needs AWS_ACCESS_KEY_ID'],
  [{ TAGMA_BACKUP_RECIPIENT: 'iris' }, 'has "iris"'],
])('%j is refused', (settings, message) => {
  expect(() => parse(settings)).toThrow(message)
})

test('a secret key in the place of a public one is refused, and not shown', () => {
  const secret = 'AGE-SECRET-KEY-1QQQQ'
  expect(() => parse({ TAGMA_BACKUP_RECIPIENT: secret })).toThrow('keep the secret one away')
  expect(() => parse({ TAGMA_BACKUP_RECIPIENT: secret })).not.toThrow(secret)
})
