import { limits } from '@tagma/contract/limits.ts'
import { expect, test } from 'vitest'
import { initialRateLimits } from '#config/values.ts'
import { guide } from '#test/guide.ts'

const page = guide('security')
const kib = 1024
const mib = 1024 * kib
const times = new Map([
  [60, 'a minute'],
  [600, 'in ten minutes'],
  [3600, 'an hour'],
  [86_400, 'a day'],
])

/** A limit as the page writes it, such as `1,000 an hour`. */
function rate(name: string): string {
  const { calls = 0, seconds = 0 } = initialRateLimits[name] ?? {}
  return `${calls.toLocaleString('en')} ${times.get(seconds)}`
}

test('the rates on the page about security are those of the server', () => {
  for (const row of [
    `| Calls of a user; messages of a user | ${rate('all')} each |`,
    `| Calls of an incoming webhook | ${rate('webhook')} |`,
    `| Calls without an account, from one address | ${rate('anonymous')} |`,
    `| Wrong passwords for an account from one network | ${rate('password_guess')} |`,
    `| Wrong passwords from one address | ${rate('password_guess_address')} |`,
    `| Wrong passwords for an account from networks that its owner does not sign in from | ${rate('password_guess_account')} |`,
    `| Wrong codes of an authenticator app for an account; recovery codes are heard still | ${rate('code_guess')} |`,
    `| Wrong keys; pages behind secret links, from one address | ${rate('wrong_key')}; ${rate('page')} |`,
    `| ${rate('send_mail')} each |`,
    ` ${rate('incoming_mail')} for an address |`,
  ])
    expect(page).toContain(row)
  expect(initialRateLimits.send_message).toEqual(initialRateLimits.all)
})

test('the sizes on the page about security are those of the server', () => {
  const { passwordMinLength, passwordMaxLength, maxQueuesPerUser, maxMissedEvents, maxMessageLength } = limits
  for (const text of [
    `has ${passwordMinLength} to ${passwordMaxLength} characters`,
    `| Forms | ${limits.maxAnonymousFormBytes / kib} KiB without an account, ${limits.maxFormBytes / mib} MiB with one, ${limits.maxLongFormBytes / mib} MiB for`,
    `| Event queues | ${maxQueuesPerUser} for a user; one that nobody polls ends after ${maxMissedEvents.toLocaleString('en')} missed events |`,
    `Of more than ${maxQueuesPerUser} event queues`,
    `| Messages | ${maxMessageLength.toLocaleString('en')} characters,`,
    `pictures of at most ${limits.maxAvatarFileSizeMib} MiB`,
  ])
    expect(page).toContain(text)
})
